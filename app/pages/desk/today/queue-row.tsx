import type { ReactNode } from 'react'
import { accountWords, decisionWords, formWords } from '#words/desk/form.ts'
import { paymentStandingWords } from '#words/desk/payments.ts'
import { reasonWords, unknownReason } from '#words/desk/standing.ts'
import { lengthText, queueWords, todayWords } from '#words/desk/today.ts'
import type { QueuedDelivery } from '../../../../domain/staff/today.ts'
import { DeskLink } from '../desk-link.tsx'
import { type Choice, choicesOf } from '../parts/choices.ts'
import { Decision } from '../parts/decision.tsx'
import type { Told } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'

interface RowProps {
  row: QueuedDelivery
  /** When it was read. */
  nowMs: number
  tell: (told: Told | undefined) => void
  /** What became of it, once it is settled. */
  outcome: ReactNode
}

/** A delivery that needs a person, why, and what one can do. */
export function QueueRow({ row, nowMs, tell, outcome }: RowProps) {
  const { id, name, city, place, plan, reason, since, attempts, payment, state } = row
  const why = reason === null ? undefined : (reasonWords[reason] ?? unknownReason)
  const about = [
    [city, place].filter(Boolean).join(', '),
    plan,
    payment === 'none' || payment === 'paid' ? null : paymentStandingWords[payment],
    queueWords.attempts(attempts),
  ]
  return (
    <article aria-label={name ?? todayWords.noName}>
      <h3 dir="auto">
        <DeskLink to={{ view: 'form', id }}>{name ?? formWords.noName}</DeskLink>
        <span className="since">{todayWords.since(lengthText((nowMs - Date.parse(since)) / 1000))}</span>
      </h3>
      <p className="fine" dir="auto">
        {about.filter(Boolean).join(' · ')}
      </p>
      <p>
        {why || state !== 'queued' ? <b>{(why ?? unknownReason).what} </b> : `${queueWords.waiting.noReason} `}
        {state === 'queued' ? null : (why ?? unknownReason).todo}
      </p>
      {outcome ?? (
        <div className="actions to-do deciding">
          {choicesOf(row).map((choice) => (
          <Chosen key={choice} choice={choice} row={row} tell={tell} />
          ))}
        </div>
      )}
    </article>
  )
}

function Chosen({ choice, row, tell }: { choice: Choice; row: QueuedDelivery; tell: RowProps['tell'] }) {
  switch (choice) {
    case 'retry':
      return <Retry row={row} tell={tell} />
    case 'resolve':
      return <Resolve row={row} tell={tell} />
    case 'cancel':
      return <Cancel row={row} tell={tell} />
    default:
      return <OfAccount choice={choice} row={row} tell={tell} />
  }
}

type ChosenProps = Pick<RowProps, 'row' | 'tell'>

const labelOf = (button: string, { name }: QueuedDelivery) => todayWords.about(button, name ?? todayWords.noName)

function Retry({ row, tell }: ChosenProps) {
  const change = useChange('staff_retry')
  const { id, seen, may_be_there: mayBeThere } = row
  const words = decisionWords.retry
  return (
    <Decision
      words={{ ...words, confirm: mayBeThere ? words.confirmTwice : words.confirm }}
      label={labelOf(words.open, row)}
      warning={mayBeThere ? words.twice : undefined}
      change={change}
      parameters={() => ({ p_id: id, p_seen: seen, p_twice: mayBeThere })}
      told={() => ({ tone: 'good', text: words.done })}
      tell={tell}
    />
  )
}

function Resolve({ row, tell }: ChosenProps) {
  const change = useChange('staff_resolve')
  const { id, seen } = row
  const words = decisionWords.resolve
  return (
    <Decision
      words={words}
      label={labelOf(words.open, row)}
      change={change}
      parameters={() => ({ p_id: id, p_seen: seen })}
      told={({ settled }) => (settled ? { tone: 'good', text: words.done } : { tone: 'look', text: words.unsettled })}
      tell={tell}
    />
  )
}

function Cancel({ row, tell }: ChosenProps) {
  const change = useChange('staff_cancel')
  const { id, seen } = row
  const words = decisionWords.cancel
  return (
    <Decision
      words={words}
      label={labelOf(words.open, row)}
      change={change}
      parameters={() => ({ p_id: id, p_seen: seen })}
      told={() => ({ tone: 'good', text: words.done })}
      tell={tell}
    />
  )
}

const ofAccount = {
  'release-account': { name: 'staff_release_account', words: accountWords.release },
  'cancel-account': { name: 'staff_cancel_account', words: accountWords.cancel },
} as const

function OfAccount({ choice, row, tell }: ChosenProps & { choice: keyof typeof ofAccount }) {
  const { name, words } = ofAccount[choice]
  const change = useChange(name)
  return (
    <Decision
      words={words}
      label={labelOf(words.open, row)}
      change={change}
      parameters={() => (row.account === null ? undefined : { p_account: row.account })}
      told={({ count }) => ({ tone: 'good', text: words.done(count) })}
      tell={tell}
    />
  )
}
