import { useState } from 'react'
import { purgeWords as words } from '#words/desk/export.ts'
import { deskConnection } from '#words/desk/frame.ts'
import { call } from '../../../backend/staff/call.ts'
import { Field } from '../../../ui/field.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { Part } from '../form/part.tsx'
import { Decision } from '../parts/decision.tsx'
import { ToldNotice, useTold } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'

const secondsPerDay = 86_400
const mostDays = 3650

/** For leads: forgets date of birth and SSN digits of what is settled, without waiting. */
export function PurgePart() {
  const [days, setDays] = useState('30')
  const [due, setDue] = useState<{ count: number; seconds: number }>()
  const [problem, setProblem] = useState<string>()
  const [told, tell] = useTold()
  const counting = useSending()
  const purge = useChange('staff_purge')

  async function count() {
    tell(undefined)
    setDue(undefined)
    const isDays = /^\d{1,4}$/.test(days.trim()) && Number(days) <= mostDays
    setProblem(isDays ? undefined : words.problem(mostDays))
    if (!isDays) return
    const seconds = Number(days) * secondsPerDay
    const called = await call('staff_purge_due', { p_older_than_seconds: seconds })
    if (called.outcome === 'done') setDue({ count: called.value.count, seconds })
    else setProblem(deskConnection.notDone)
  }

  return (
    <Part heading={words.heading} hint={words.lead}>
      <div className="form">
        <Field name="purge-days" label={words.label} problem={problem}>
          {(ties) => (
            <input
              {...ties}
              className="w4"
              inputMode="numeric"
              value={days}
              autoComplete="off"
              onChange={({ currentTarget }) => {
                setDue(undefined)
                setDays(currentTarget.value)
              }}
            />
          )}
        </Field>
        <div>
          <button type="button" className="btn quiet small" aria-disabled={counting.state === 'sending' || undefined} onClick={() => counting.start(count)}>
            {counting.state === 'sending' ? words.counting : words.count}
          </button>
        </div>
      </div>
      <p role="status">{due ? words.due(due.count) : ''}</p>
      {due && due.count > 0 ? (
        <Decision
          words={words}
          look="btn quiet small danger"
          change={purge}
          parameters={() => ({ p_older_than_seconds: due.seconds })}
          told={({ count: forgotten }) => ({ tone: 'good', text: words.done(forgotten) })}
          tell={tell}
          onDone={() => setDue(undefined)}
        />
      ) : null}
      <ToldNotice told={told} />
    </Part>
  )
}
