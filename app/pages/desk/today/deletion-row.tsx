import type { ReactNode } from 'react'
import { deletionWords as words, lengthText, todayWords } from '#words/desk/today.ts'
import type { DeletionRequest } from '../../../../domain/staff/accounts.ts'
import { useDesk } from '../desk-context.ts'
import { DeskLink } from '../desk-link.tsx'
import { Decision } from '../parts/decision.tsx'
import type { Told } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'

interface DeletionRowProps {
  row: DeletionRequest
  /** When it was read. */
  nowMs: number
  tell: (told: Told | undefined) => void
  /** What became of it, once it is settled. */
  outcome: ReactNode
}

export const nameOfRequest = ({ email }: DeletionRequest): string => email ?? words.accountGone

/** A client who asks for deletion: a person decides, and only a lead deletes. */
export function DeletionRow({ row, nowMs, tell, outcome }: DeletionRowProps) {
  const { person } = useDesk()
  const settle = useChange('staff_settle_deletion')
  const { id, enrollments, asked_at: askedAt } = row
  const name = nameOfRequest(row)
  return (
    <article aria-label={name}>
      <h3>
        {words.account(name)}
        <span className="since">{todayWords.since(lengthText((nowMs - Date.parse(askedAt)) / 1000))}</span>
      </h3>
      <p>
        {words.forms(enrollments.length)}{' '}
        {enrollments.map((form, index) => (
          <span key={form}>
            <DeskLink to={{ view: 'form', id: form }}>{words.form(index + 1)}</DeskLink>{' '}
          </span>
        ))}
      </p>
      {outcome ?? (
        <div className="actions to-do deciding">
          <Decision
            words={words.keep}
            label={todayWords.about(words.keep.open, name)}
            change={settle}
            parameters={() => ({ p_number: id, p_as: 'kept' as const })}
            told={() => ({ tone: 'good', text: words.keep.done })}
            tell={tell}
          />
          {person.role === 'lead' ? (
            <Decision
              words={words.delete}
              look="btn quiet small danger"
              label={todayWords.about(words.delete.open, name)}
              typed={words.delete.typed}
              change={settle}
              parameters={() => ({ p_number: id, p_as: 'deleted' as const })}
              told={() => ({ tone: 'good', text: words.delete.done })}
              tell={tell}
            />
          ) : (
            <p className="fine">{words.leadOnly}</p>
          )}
        </div>
      )}
    </article>
  )
}
