import { type ReactNode, useId } from 'react'

interface SectionProps {
  heading: string
  hint?: string
  children: ReactNode
}

/** One matter of the account: its heading at the side, what can be done about it beside it. */
export function Section({ heading, hint, children }: SectionProps) {
  const id = useId()
  return (
    <section className="matter" aria-labelledby={id}>
      <header>
        <h2 id={id} tabIndex={-1}>{heading}</h2>
        {hint ? <p className="fine">{hint}</p> : null}
      </header>
      <div>{children}</div>
    </section>
  )
}
