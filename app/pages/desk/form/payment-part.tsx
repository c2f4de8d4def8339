import { useState } from 'react'
import { amountWords } from '#words/desk/form.ts'
import { paymentReviewWords, paymentStandingWords, paymentStatusWords, paymentWords as words, unknownReview } from '#words/desk/payments.ts'
import { longDate } from '#words/format.ts'
import { coaching, pricedService, serviceIds } from '../../../../domain/plans.ts'
import type { ShownForm } from '../../../../domain/staff/form.ts'
import type { FormPayment, PaymentInReview } from '../../../../domain/staff/payments.ts'
import { Field } from '../../../ui/field.tsx'
import { Decision } from '../parts/decision.tsx'
import { type Told, ToldNotice, useTold } from '../parts/told.tsx'
import { typedText } from '../parts/typed-text.ts'
import { useChange } from '../use-change.ts'
import { useReading } from '../use-reading.ts'
import { Folded } from './folded.tsx'

/** What was paid for this form, and payments that may be for it. */
export function PaymentPart({ form }: { form: ShownForm }) {
  const { id, payment, payments } = form
  const [told, tell] = useTold()
  const waiting = useReading('staff_payments_in_review', {}).value?.payments.filter(({ candidates }) => candidates.some((each) => each.id === id)) ?? []
  return (
    <Folded heading={words.heading} short={paymentStandingWords[payment]} isUrgent={waiting.length > 0}>
      {payments.length === 0 && payment === 'none' ? <p>{words.none}</p> : null}
      <ul className="lines">
        {payments.map((each) => (
          <li key={each.reference}>{paymentText(each)}</li>
        ))}
      </ul>
      <ToldNotice told={told} />
      {waiting.length > 0 ? (
        <>
          <h3>{words.waiting}</h3>
          <ul className="lines">
            {waiting.map((each) => (
              <WaitingPayment key={each.reference} payment={each} form={form} tell={tell} />
            ))}
          </ul>
        </>
      ) : null}
      <AssignPayment form={form} tell={tell} />
    </Folded>
  )
}

function paymentText({ reference, status, amount_cents: cents, currency, paid_at: paidAt, refunded_cents: refunded, is_add_on: isAddOn }: FormPayment): string {
  return [
    `${amountWords(cents, currency)} ${paymentStatusWords[status]}${paidAt ? ` ${words.paidOn(longDate(new Date(paidAt)))}` : ''}`,
    refunded > 0 ? words.refunded(amountWords(refunded, currency)) : null,
    isAddOn ? words.addOn : null,
    `${words.reference} ${reference}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

interface Deciding {
  form: ShownForm
  tell: (told: Told | undefined) => void
}

/** A payment of this client that a person has to decide on. */
function WaitingPayment({ payment, form, tell }: Deciding & { payment: PaymentInReview }) {
  const assign = useChange('staff_assign_payment')
  const dismiss = useChange('staff_dismiss_payment')
  const { reference, amount_cents: cents, currency, paid_at: paidAt, review, plan_name: plan, is_add_on: isAddOn } = payment
  const name = `${amountWords(cents, currency)}${paidAt ? ` ${words.paidOn(longDate(new Date(paidAt)))}` : ''}`
  return (
    <li>
      <p>
        <b>{name}</b> <span className="fine">{[plan, isAddOn ? words.addOn : null, `${words.reference} ${reference}`].filter((part) => part !== null).join(', ')}</span>
      </p>
      <p className="fine">{paymentReviewWords[review] ?? unknownReview}</p>
      <div className="decisions">
        <Decision
          words={{ ...words.assign, open: words.assign.openThis }}
          change={assign}
          parameters={(entries) => ({ p_reference: reference, p_id: form.id, ...servicePaid(entries) })}
          told={() => ({ tone: 'good', text: words.assign.done })}
          tell={tell}
        >
          <ServiceField />
        </Decision>
        <Decision
          words={words.dismiss}
          change={dismiss}
          parameters={() => ({ p_reference: reference })}
          told={() => ({ tone: 'good', text: words.dismiss.done })}
          tell={tell}
        />
      </div>
    </li>
  )
}

/** Any other payment, by its reference. */
function AssignPayment({ form, tell }: Deciding) {
  const assign = useChange('staff_assign_payment')
  const [problem, setProblem] = useState<string>()
  function parametersOf(entries: FormData) {
    const reference = typedText(entries, 'payment-reference')
    setProblem(reference ? undefined : words.assign.missing)
    return reference ? { p_reference: reference, p_id: form.id, ...servicePaid(entries) } : undefined
  }
  return (
    <Decision
      words={words.assign}
      change={assign}
      parameters={parametersOf}
      told={() => ({ tone: 'good', text: words.assign.done })}
      tell={tell}
    >
      <Field name="payment-reference" label={words.assign.label} hint={words.assign.hint} problem={problem}>
        {(ties) => <input {...ties} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={255} />}
      </Field>
      <ServiceField />
    </Decision>
  )
}

/** For what it was, if the checkout is wrong or says nothing. */
function ServiceField() {
  return (
    <Field name="payment-plan" label={words.assign.plan}>
      {(ties) => (
        <select {...ties} defaultValue="">
          <option value="">{words.assign.asPaid}</option>
          {serviceIds.map((service) => (
            <option key={service}>{pricedService(service).name}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Coaching is added to whatever plan the form has. */
function servicePaid(entries: FormData) {
  const plan = typedText(entries, 'payment-plan')
  return { p_plan: plan || null, p_is_add_on: plan === coaching.name }
}
