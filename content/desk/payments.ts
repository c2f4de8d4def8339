import type { PaymentStanding, PaymentStatus } from '../../domain/staff/parts.ts'

/** Of a form: what the checkout has proven. */
export const paymentStandingWords: Record<PaymentStanding, string> = {
  none: 'No payment is proven',
  paid: 'Paid',
  partly_refunded: 'Paid, and partly paid back',
  refunded: 'Paid back',
  disputed: 'Paid, but the bank was asked to take it back',
  dispute_lost: 'Taken back by the bank',
}

/** Of one payment. */
export const paymentStatusWords: Record<PaymentStatus, string> = {
  pending: 'under way',
  failed: 'failed',
  paid: 'paid',
  partly_refunded: 'partly paid back',
  refunded: 'paid back',
  disputed: 'disputed at the bank',
  lost: 'taken back by the bank',
}

/** Why a payment waits for a person, and what to do; by its code. */
export const paymentReviewWords: Record<string, string> = {
  'unknown-plan': 'Nothing says what was bought. If it is a plan, assign it and say which; if it is a donation or the like, dismiss it.',
  'wrong-amount': 'The amount is not the price of the plan. Ask the payer, then assign or dismiss it; pay it back at the checkout if need be.',
  'wrong-currency': 'It was not paid in US dollars. Ask the payer, then assign or dismiss it; pay it back at the checkout if need be.',
  'no-email': 'Nobody knows who paid. The checkout may: then find the form and assign it there, or dismiss it.',
  'paid-again': 'The same plan was paid from this address lately. If by mistake, pay it back at the checkout and dismiss it; otherwise assign it.',
  'several-forms': 'The payer has sent several forms. Assign it to the one that is meant.',
}
export const unknownReview = 'The reason is not known here. Assign or dismiss it.'

/** Deciding what a payment is for. */
export const paymentWords = {
  heading: 'Payment',
  none: 'No payment is assigned to this form.',
  addOn: 'add-on',
  reference: 'Reference',
  paidOn: (date: string) => `on ${date}`,
  refunded: (amount: string) => `${amount} paid back`,
  waiting: 'Payments of this client that wait for a decision',
  assign: {
    open: 'Assign a payment',
    openThis: 'It is for this form',
    question: 'The payment is proven on this form, and the payer is written to.',
    label: 'Reference of the payment',
    hint: 'As the checkout has it, such as pi_3N4...',
    missing: 'Please type the reference',
    plan: 'What it was for',
    asPaid: 'As the checkout says',
    confirm: 'Assign it to this form',
    done: 'Assigned. The payer is written to.',
  },
  dismiss: {
    open: 'Dismiss it',
    question: 'Nothing follows from this payment, such as of a donation. Nothing is paid back by this.',
    confirm: 'Dismiss it',
    done: 'Dismissed: it does not wait any more.',
  },
}
