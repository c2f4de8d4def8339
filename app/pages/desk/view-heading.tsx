import type { ReactNode } from 'react'

/** The heading of a view, which takes the focus when the view is opened. */
export function ViewHeading({ children }: { children: ReactNode }) {
  return <h1 tabIndex={-1}>{children}</h1>
}
