import { useRef, useState } from 'react'
import { parseCount } from '../../../domain/assessment.ts'

interface CounterProps {
  id: string
  name: string
  count: number
  /** Where the plus button stops. */
  most: number
  oneLess: string
  oneMore: string
  onCount: (count: number) => void
}

/** May become a number with the next character: left as typed until then, or until the field is left. */
const unfinishedNumber = /^(-|\+|\d+\.)$/

/**
 * A number between a minus and a plus button. What is typed becomes a number at once (R-ASSESSMENT-COUNTER). Until the
 * app is there, `boot.ts` answers the plus button.
 */
export function Counter({ id, name, count, most, oneLess, oneMore, onCount }: CounterProps) {
  const [unfinished, setUnfinished] = useState<string>()
  const [announced, setAnnounced] = useState('')
  const minus = useRef<HTMLButtonElement>(null)
  const plus = useRef<HTMLButtonElement>(null)

  function step(by: 1 | -1) {
    const next = count + by
    onCount(next)
    setAnnounced(String(next))
    // The button that was just pressed is disabled: the focus moves to its neighbour.
    if (next === 0) plus.current?.focus()
    if (next === most) minus.current?.focus()
  }

  function onType(text: string) {
    setUnfinished(unfinishedNumber.test(text) ? text : undefined)
    onCount(parseCount(text))
    setAnnounced('')
  }

  return (
    <div className="count">
      <button type="button" aria-label={oneLess} disabled={count === 0} ref={minus} onClick={() => step(-1)}>
        &minus;
      </button>
      <input
        id={id}
        name={name}
        inputMode="numeric"
        value={unfinished ?? String(count)}
        onChange={(event) => onType(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setUnfinished(undefined)}
      />
      <button type="button" aria-label={oneMore} data-plus="" disabled={count === most} ref={plus} onClick={() => step(1)}>
        +
      </button>
      <span className="vh" aria-live="polite">
        {announced}
      </span>
    </div>
  )
}
