import * as v from 'valibot'
import { id, maybe, moment, staffRole, text, whole } from './parts.ts'

export const touchSchema = v.object({ role: staffRole, name: text, idle_seconds: whole })
export type Touch = v.InferOutput<typeof touchSchema>

export const pulseSchema = v.object({ mark: text })

const personSchema = v.object({
  id,
  email: text,
  role: staffRole,
  made_at: moment,
  signed_in_at: maybe(moment),
  /** Verified second factors. */
  factors: whole,
  sessions: whole,
  is_self: v.boolean(),
})
export type StaffPerson = v.InferOutput<typeof personSchema>

export const peopleSchema = v.object({ people: v.array(personSchema) })
