import * as v from 'valibot'
import { staffAction } from './actions.ts'
import { id, maybe, moment, text, whole } from './parts.ts'

const entry = {
  id: whole,
  at: moment,
  staff: text,
  note: maybe(text),
  login: text,
  action: staffAction,
  enrollment_id: maybe(id),
  enrollments: whole,
  account_id: maybe(id),
  /** The account of who did it; null at the machine, and in entries of earlier versions. */
  staff_id: maybe(id),
}

/** The newest first. `name`: the client's, while the form exists. `account`: its address, while it exists; masked, but for the staff. */
const entrySchema = v.object({ ...entry, name: maybe(text), account: maybe(text) })
export const logEntriesSchema = v.object({ entries: v.array(entrySchema), next: maybe(whole) })
export type LogEntry = v.InferOutput<typeof logEntriesSchema>['entries'][number]

/** The end of the log: how many entries there are, and the hash of the last one, which is empty if there is none. */
export const logEndSchema = v.object({ entries: whole, hash: text })
export type LogEnd = v.InferOutput<typeof logEndSchema>

/**
 * An entry as it is hashed: each of its fields is what private.chain_entry has made a text of, whether or not it is as it should
 * be, which is what one wants to know.
 */
export const chainedSchema = v.object({
  id: whole,
  at: text,
  staff: text,
  note: maybe(text),
  login: text,
  action: text,
  enrollment_id: maybe(text),
  enrollments: v.number(),
  account_id: maybe(text),
  staff_id: maybe(text),
  hash: text,
})
export type ChainedEntry = v.InferOutput<typeof chainedSchema>

/** A page of the log, the oldest first. Null `head`: the record of the end is missing. */
export const logChainSchema = v.object({ entries: v.array(chainedSchema), next: maybe(whole), head: maybe(logEndSchema) })
export type LogChain = v.InferOutput<typeof logChainSchema>
