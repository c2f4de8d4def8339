import { type MouseEvent, useEffect, useRef } from 'react'

interface ProblemSummaryProps {
  heading: string
  problems: readonly { field: string; message: string }[]
}

/** The problems that stopped one attempt to send the form; stands above it and takes the focus when it appears. */
export function ProblemSummary({ heading, problems }: ProblemSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{heading}</h2>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`} onClick={(event) => goToField(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows the label as well as the control, and leaves the address of the page as it is. */
function goToField(event: MouseEvent, field: string) {
  const control = document.getElementById(field)
  if (!control) return
  event.preventDefault()
  control.closest('.field')?.scrollIntoView()
  control.focus({ preventScroll: true })
}
