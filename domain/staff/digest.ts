import * as v from 'valibot'
import { deliveryStates } from '../delivery-states.ts'
import { code, id, maybe, text, whole } from './parts.ts'

/** What the team's digest tells (R-DIGEST); nothing in it is personal. */
export const digestSchema = v.object({
  /** How many deliveries need a person. */
  count: whole,
  /** The oldest of them. */
  deliveries: v.array(v.object({ id, state: v.picklist(deliveryStates), reason: maybe(code), since: text })),
  /** How many clients wait for their deletion. */
  deletions: whole,
  /** The age of the last backup, if the next one is overdue. */
  backup_age_seconds: maybe(v.number()),
  /** How many payments wait for a person. */
  payments: whole,
  /** How many have paid, and have not sent their form for a day. */
  not_onboarded: whole,
})
export type DigestContent = v.InferOutput<typeof digestSchema>
