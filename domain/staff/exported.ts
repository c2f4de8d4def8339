import * as v from 'valibot'
import { formStates } from '../delivery-states.ts'
import { sensitiveColumns } from '../enrollment-columns.ts'
import { id, maybe, next, paymentStanding, text, whole } from './parts.ts'

const rowSchema = v.object({
  id,
  /** As the database writes a moment, in UTC. */
  saved_at: text,
  delivery: v.picklist(formStates),
  reason: maybe(text),
  payment: paymentStanding,
  plan: maybe(text),
  name: maybe(text),
  email: maybe(text),
  phone: maybe(text),
  contact_by: maybe(text),
  street: maybe(text),
  city: maybe(text),
  /** Of the address. */
  state: maybe(text),
  zip_code: maybe(text),
  notes: maybe(text),
  may_be_texted: v.picklist(['yes', 'no']),
  /** Date of birth and SSN digits, encrypted, in Base64. Missing where nobody has asked for them. */
  personal_details: v.optional(maybe(text)),
})
export type ExportedForm = v.InferOutput<typeof rowSchema>

/** A page of an export. `count`: of all pages, said with the first one. */
export const exportSchema = v.object({ count: maybe(whole), rows: v.array(rowSchema), next })
export type ExportPage = v.InferOutput<typeof exportSchema>

/** The same with the sensitive details opened by `open-details`; null where there are none, or no key there opens them. */
export const openedExportSchema = v.object({
  count: maybe(whole),
  rows: v.array(v.object({ values: v.omit(rowSchema, ['personal_details']), details: maybe(v.object(v.entriesFromList(sensitiveColumns, text))) })),
  next,
  /** How many of these rows have details that no key there opens. */
  unreadable: whole,
})
export type OpenedExport = v.InferOutput<typeof openedExportSchema>

export const purgeDueSchema = v.object({ count: whole })
