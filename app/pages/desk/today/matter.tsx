import type { ReactNode } from 'react'
import { todayWords } from '#words/desk/today.ts'

interface MatterProps {
  heading: string
  text?: string | undefined
  /** Of all, of which the longest waiting are shown. */
  count: number
  shown: number
  /** There is something to show of it, even if nothing waits. */
  isThere: boolean
  children: ReactNode
}

/** One kind of what waits. */
export function Matter({ heading, text, count, shown, isThere, children }: MatterProps) {
  return (
    <section className="matter-of-today" aria-label={heading} hidden={!isThere}>
      <h2>
        {heading} <span className="how-many num">{count}</span>
      </h2>
      {text ? <p className="fine">{text}</p> : null}
      {children}
      {count > shown ? <p className="fine">{todayWords.rest(count - shown)}</p> : null}
    </section>
  )
}
