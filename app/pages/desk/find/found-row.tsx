import { findWords as words } from '#words/desk/find.ts'
import { paymentStandingWords } from '#words/desk/payments.ts'
import { longDate } from '#words/format.ts'
import type { FoundForm } from '../../../../domain/staff/found.ts'
import { DeskLink } from '../desk-link.tsx'
import { standingOf } from '../parts/standing.ts'

/** One form that was found: whose it is, and whether it arrived, which most callers want to know. */
export function FoundRow({ form }: { form: FoundForm }) {
  const { id, name, city, place, plan, email, phone, state, state_at: since, reason, payment, saved_at: savedAt } = form
  const standing = standingOf({ state, reason, since, savedAt })
  const facts = [
    plan,
    payment === 'none' ? null : paymentStandingWords[payment],
    phone,
    email,
    words.sent(longDate(new Date(savedAt))),
  ]
  return (
    <li>
      <DeskLink to={{ view: 'form', id }}>
        <span className="whose">
          <b dir="auto">{name ?? words.noName}</b>{' '}
          <span dir="auto">{[city, place].filter((part) => part !== null).join(', ')}</span>
        </span>{' '}
        <span className={`standing ${standing.tone}`}>
          {standing.sentence} {standing.tone === 'person' ? standing.reason?.what : null}
        </span>{' '}
        <span className="fine">{facts.filter((fact) => fact !== null).join(' · ')}</span>
      </DeskLink>
    </li>
  )
}
