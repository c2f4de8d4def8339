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

const reviewedSchema = v.object({
  reference: text,
  source: text,
  status: paymentStatus,
  /** Why a person has to look. */
  review: code,
  paid_at: maybe(moment),
  ...sum,
  refunded_cents: whole,
  /** Masked. */
  payer_email: maybe(text),
  plan_name: maybe(text),
  is_add_on: v.boolean(),
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
