import * as v from 'valibot'
import { code, id, maybe, moment, next, paymentStatus, sum, text, whole } from './parts.ts'

const candidateSchema = v.object({
  id,
  name: maybe(text),
  plan: maybe(text),
  saved_at: moment,
  /** A payment is proven on it already. */
  paid: v.boolean(),
})

/** What any payment has. */
const facts = { reference: text, source: text, status: paymentStatus, paid_at: maybe(moment), ...sum, plan_name: maybe(text) }

/** More of one, which a person looks at. */
const more = {
  refunded_cents: whole,
  /** Masked. */
  payer_email: maybe(text),
  is_add_on: v.boolean(),
}

const reviewedSchema = v.object({
  ...facts,
  ...more,
  /** Why a person has to look. */
  review: code,
  /** The forms that have the payer's address, the newest first. */
  candidates: v.array(candidateSchema),
})
export type PaymentInReview = v.InferOutput<typeof reviewedSchema>

export const paymentsInReviewSchema = v.object({ payments: v.array(reviewedSchema), next })

const eventKinds = ['pending', 'paid', 'failed', 'refund', 'dispute'] as const
const partOutcomes = ['pending', 'made', 'undone', 'open', 'won', 'lost'] as const

/** An event of a payment in a form's timeline: of a refund or a dispute, with what has become of it. */
export const paymentEvent = {
  reference: text,
  event: v.picklist(eventKinds),
  outcome: maybe(v.picklist(partOutcomes)),
  ...sum,
}

/** Where it stands for the staff: why a person has to look, if one still has to, and the form on which it is proven. */
const standing = { review: maybe(code), enrollment: maybe(id) }

const listedSchema = v.object({ ...facts, ...standing })
export type ListedPayment = v.InferOutput<typeof listedSchema>

/** The newest first. */
export const paymentsSchema = v.object({ payments: v.array(listedSchema), next })

const paymentSchema = v.object({
  ...facts,
  ...more,
  ...standing,
  refunded_at: maybe(moment),
  disputed_at: maybe(moment),
  emails_sent: whole,
  email_due_at: maybe(moment),
  reminders_stopped_at: maybe(moment),
  /** The oldest first. */
  events: v.array(v.object({ id: text, happened_at: moment, received_at: moment, event: v.picklist(eventKinds), outcome: maybe(v.picklist(partOutcomes)), ...sum })),
})
export type ShownPayment = v.InferOutput<typeof paymentSchema>

/** Null if there is no such payment. */
export const shownPaymentSchema = maybe(paymentSchema)

/** The whole address of who paid. */
export const revealedPayerSchema = maybe(v.object({ email: maybe(text) }))

/** A payment that is proven on a form. */
export const formPaymentSchema = v.object({
  reference: text,
  status: paymentStatus,
  ...sum,
  paid_at: maybe(moment),
  refunded_cents: whole,
  is_add_on: v.boolean(),
})
export type FormPayment = v.InferOutput<typeof formPaymentSchema>
