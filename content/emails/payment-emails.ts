import { site } from '../../site.config.ts'
import type { EmailWords } from './emails.ts'
import { formatUsd, longDateOf } from '../format.ts'

/** What an e-mail to a payer tells. */
export interface PaymentFacts {
  planName: string
  amountCents: number
  /** `YYYY-MM-DD`. */
  paidOn: string
  reference: string
}

const { name } = site.organization
const { email: ourAddress, phone } = site.contact
const nextStep = 'Next comes your onboarding form. It tells us whom we work for and what we may do, and we begin when we have it.'
const unasked = `If you did not pay us anything, please write to ${ourAddress}.`
const subjectOf = { receipt: `Your payment to ${name}`, reminder: 'Your onboarding form is waiting for you' }

const rowsOf = ({ planName, amountCents, paidOn, reference }: PaymentFacts): [string, string][] => [
  ['Plan', planName],
  ['Paid, once', formatUsd(amountCents)],
  ['On', longDateOf(paidOn)],
  ['Reference', reference],
]

/** The e-mails to whoever has paid (R-PAYMENT-EMAILS). */
export const paymentEmails = {
  /** The first one, to whoever has not filled in the form yet. */
  receipt: (facts: PaymentFacts): EmailWords => ({
    subject: subjectOf.receipt,
    preheader: `${facts.planName}, ${formatUsd(facts.amountCents)}. Next: your onboarding form.`,
    heading: 'Thank you. Your payment has arrived.',
    rows: rowsOf(facts),
    paragraphs: [nextStep],
    button: 'Start my onboarding',
    unasked,
  }),
  /** The first one, to whoever has. */
  receiptOnly: (facts: PaymentFacts): EmailWords => ({
    subject: subjectOf.receipt,
    preheader: `${facts.planName}, ${formatUsd(facts.amountCents)}.`,
    heading: 'Thank you. Your payment has arrived.',
    rows: rowsOf(facts),
    paragraphs: ['We have your onboarding form already, so there is nothing left for you to do.'],
    unasked,
  }),
  reminder: (facts: PaymentFacts): EmailWords => ({
    subject: subjectOf.reminder,
    preheader: 'Your plan is paid for. The form is all that is missing.',
    heading: subjectOf.reminder,
    rows: rowsOf(facts),
    paragraphs: [nextStep, `If something keeps you from it, write to ${ourAddress} or call ${phone}: we are glad to help.`],
    button: 'Fill in my form',
    stop: 'No more reminders',
    unasked,
  }),
}
