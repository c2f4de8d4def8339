import * as v from 'valibot'
import { deliveryStates } from '../delivery-states.ts'
import { deletionRequestsSchema } from './accounts.ts'
import { code, day, id, maybe, moment, paymentStanding, seconds, text, whole } from './parts.ts'
import { paymentsInReviewSchema } from './payments.ts'

/** A delivery that needs a person. */
const queuedSchema = v.object({
  id,
  name: maybe(text),
  city: maybe(text),
  /** The state of the address. */
  place: maybe(text),
  plan: maybe(text),
  state: v.picklist(deliveryStates),
  reason: maybe(code),
  since: moment,
  attempts: whole,
  /** How it stands, for the functions that change it. */
  seen: text,
  /** It has or may have arrived. */
  may_be_there: v.boolean(),
  account: maybe(id),
  is_held: v.boolean(),
  payment: paymentStanding,
})
export type QueuedDelivery = v.InferOutput<typeof queuedSchema>

const payerSchema = v.object({ id, name: maybe(text), email: maybe(text), plan: maybe(text), paid_at: moment })
export type WaitingPayer = v.InferOutput<typeof payerSchema>

/** What has become by now of the forms that were saved on a day, in UTC. */
const daySchema = v.object({
  day,
  accepted: whole,
  waiting: whole,
  in_review: whole,
  /** Taken by the stand-in of a trial: nothing of them arrived anywhere. */
  pretended: whole,
})
export type DayOfDeliveries = v.InferOutput<typeof daySchema>

const deliveriesSchema = v.object({
  waiting: whole,
  sending: whole,
  oldest_waiting_seconds: seconds,
  /** When something arrived in DisputeFox. */
  last_accepted_at: maybe(moment),
  /** When the stand-in of a trial took something. */
  last_pretended_at: maybe(moment),
  last_attempt_at: maybe(moment),
  last_outcome: maybe(v.picklist(['accepted', 'rejected', 'retry', 'ambiguous', 'held', 'lost'])),
  /** Consecutive failures, over all deliveries. */
  failures: whole,
  /** In the future, or null. */
  paused_until: maybe(moment),
  held_since: maybe(moment),
  held_because: maybe(v.picklist(['by-hand', 'restored', 'moved', 'left'])),
})

/** What needs a person, the longest waiting first, and how deliveries go. */
export const todaySchema = v.object({
  queue: v.array(queuedSchema),
  queue_count: whole,
  waiting_long: v.array(queuedSchema),
  waiting_long_count: whole,
  deletions: deletionRequestsSchema.entries.requests,
  payments: paymentsInReviewSchema.entries.payments,
  payments_count: whole,
  not_onboarded: v.array(payerSchema),
  not_onboarded_count: whole,
  days: v.array(daySchema),
  deliveries: deliveriesSchema,
  mark: text,
})
export type Today = v.InferOutput<typeof todaySchema>

const countedSchema = v.object({ state: v.picklist(deliveryStates), reason: maybe(code), count: whole, oldest_seconds: seconds })

export const statsSchema = v.object({
  deliveries: v.array(countedSchema),
  /** `under way` is an outcome here. */
  attempts_of_last_day: v.array(v.object({ outcome: text, count: whole })),
  /** How many forms have date of birth and SSN digits, have them no more, and are not filled yet. */
  details: v.object({ kept: whole, purged: whole, incomplete: whole }),
})
export type Stats = v.InferOutput<typeof statsSchema>
