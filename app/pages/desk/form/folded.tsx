import type { ReactNode } from 'react'

interface FoldedProps {
  heading: string
  /** How it stands, beside the heading. */
  short?: string | undefined
  /** Somebody has to look at it. */
  isUrgent?: boolean
  className?: string
  children: ReactNode
}

/** A part of a form's view that is seldom needed: folded, unless it waits for somebody. On paper it is open (`usePaper`). */
export function Folded({ heading, short, isUrgent = false, className = '', children }: FoldedProps) {
  return (
    <section className={`seldom ${className}`} aria-label={heading}>
      <details className="folded" open={isUrgent || undefined}>
        <summary>
          <h2>{heading}</h2> {short ? <span className="fine">{short}</span> : null}
        </summary>
        <div>{children}</div>
      </details>
    </section>
  )
}
