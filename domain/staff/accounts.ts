import * as v from 'valibot'
import { formStates } from '../delivery-states.ts'
import { id, maybe, moment, staffRole, text, whole } from './parts.ts'

const accountSchema = v.object({
  id,
  email: maybe(text),
  created_at: maybe(moment),
  confirmed_at: maybe(moment),
  signed_in_at: maybe(moment),
  banned_until: maybe(moment),
  is_held: v.boolean(),
  staff_role: maybe(staffRole),
  /** Verified second factors. */
  factors: whole,
  sessions: whole,
  enrollments: v.array(v.object({ id, state: v.picklist(formStates) })),
  deletion_asked_at: maybe(moment),
})
export type Account = v.InferOutput<typeof accountSchema>

/** The newest first, 21 at most: the last one says that there are more. */
export const accountsSchema = v.object({ accounts: v.array(accountSchema) })

const sessionSchema = v.object({
  id,
  opened_at: moment,
  used_at: moment,
  user_agent: maybe(text),
  /** The network of its address, such as `203.0.113.x`. */
  network: maybe(text),
  aal: text,
})
export type AccountSession = v.InferOutput<typeof sessionSchema>

/** The last used first; null if there is no such account. */
export const accountSessionsSchema = maybe(v.object({ sessions: v.array(sessionSchema) }))

const requestSchema = v.object({
  id: whole,
  account: id,
  /** Masked; null where the account is gone. */
  email: maybe(text),
  asked_at: moment,
  enrollments: v.array(id),
})
export type DeletionRequest = v.InferOutput<typeof requestSchema>

/** The open ones, the oldest first (R-ACCOUNT-DELETION). */
export const deletionRequestsSchema = v.object({ requests: v.array(requestSchema) })
