import { type ReactNode, useId } from 'react'

interface PartProps {
  heading: string
  hint?: string | undefined
  className?: string
  children: ReactNode
}

/** One part of a form's view. */
export function Part({ heading, hint, className = 'part', children }: PartProps) {
  const id = useId()
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      {hint ? <p className="fine">{hint}</p> : null}
      {children}
    </section>
  )
}
