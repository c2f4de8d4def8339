import type { ReactNode } from 'react'
import { longDate } from '#words/format.ts'
import { paymentReviewWords, paymentStatusWords, paymentWords, unknownReview } from '#words/desk/payments.ts'
import { lengthText, todayWords, unclearWords as words } from '#words/desk/today.ts'
import type { PaymentInReview } from '../../../../domain/staff/payments.ts'
import { DeskLink } from '../desk-link.tsx'
import { Decision } from '../parts/decision.tsx'
import type { Told } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'

interface PaymentRowProps {
  row: PaymentInReview
  /** When it was read. */
  nowMs: number
  tell: (told: Told | undefined) => void
  /** What became of it, once it is settled. */
  outcome: ReactNode
}

export const nameOfPayment = ({ amount_cents: cents, currency, plan_name: plan }: PaymentInReview): string =>
  words.line(cents, currency, plan)

/** A payment of which nobody knows what it is for: it is assigned to a form, or dismissed. */
export function PaymentRow({ row, nowMs, tell, outcome }: PaymentRowProps) {
  const dismiss = useChange('staff_dismiss_payment')
  const { reference, status, review, paid_at: paidAt, payer_email: payer, candidates } = row
  const name = nameOfPayment(row)
  return (
    <article aria-label={name}>
      <h3>
        {name}
        {paidAt === null ? null : <span className="since">{todayWords.since(lengthText((nowMs - Date.parse(paidAt)) / 1000))}</span>}
      </h3>
      <p className="fine">
        {words.by(payer, reference)} · {paymentStatusWords[status]}
      </p>
      <p>{paymentReviewWords[review] ?? unknownReview}</p>
      {outcome ?? (
        <div className="deciding">
          {candidates.length > 0 ? (
            <>
              <p id={`for ${reference}`}>{words.candidates}</p>
              <ul className="candidates" aria-labelledby={`for ${reference}`}>
                {candidates.map((candidate) => (
                  <li key={candidate.id}>
                    <Candidate candidate={candidate} reference={reference} tell={tell} />
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p>{words.none}</p>
          )}
          <div className="actions to-do">
            <Decision
              words={paymentWords.dismiss}
              label={todayWords.about(paymentWords.dismiss.open, name)}
              change={dismiss}
              parameters={() => ({ p_reference: reference })}
              told={() => ({ tone: 'good', text: paymentWords.dismiss.done })}
              tell={tell}
            />
          </div>
        </div>
      )}
    </article>
  )
}

interface CandidateProps {
  candidate: PaymentInReview['candidates'][number]
  reference: string
  tell: (told: Told | undefined) => void
}

function Candidate({ candidate: { id, name, plan, saved_at: savedAt, paid }, reference, tell }: CandidateProps) {
  const assign = useChange('staff_assign_payment')
  const line = words.candidate(name ?? todayWords.noName, plan, longDate(new Date(savedAt)), paid)
  return (
    <>
      <DeskLink to={{ view: 'form', id }}>{line}</DeskLink>
      {paid ? null : (
        <Decision
          words={{ ...paymentWords.assign, open: paymentWords.assign.openThis }}
          label={todayWords.about(paymentWords.assign.openThis, line)}
          change={assign}
          parameters={() => ({ p_reference: reference, p_id: id })}
          told={() => ({ tone: 'good', text: paymentWords.assign.done })}
          tell={tell}
        />
      )}
    </>
  )
}
