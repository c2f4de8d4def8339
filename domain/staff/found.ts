import * as v from 'valibot'
import { formStates } from '../delivery-states.ts'
import { code, id, maybe, moment, next, paymentStanding, text, whole } from './parts.ts'

const foundSchema = v.object({
  id,
  name: maybe(text),
  /** Masked, as the phone is. */
  email: maybe(text),
  phone: maybe(text),
  city: maybe(text),
  /** The state of the address. */
  place: maybe(text),
  plan: maybe(text),
  state: v.picklist(formStates),
  /** Since when; null where there is no delivery. */
  state_at: maybe(moment),
  reason: maybe(code),
  attempts: whole,
  payment: paymentStanding,
  saved_at: moment,
  /** It has what was looked for, letter by letter. */
  exact: v.boolean(),
})
export type FoundForm = v.InferOutput<typeof foundSchema>

export const findSchema = v.object({ found: v.array(foundSchema), next })
