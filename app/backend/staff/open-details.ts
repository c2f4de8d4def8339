import * as v from 'valibot'
import { clientColumns } from '../../../domain/enrollment-columns.ts'
import { type OpenedExport, openedExportSchema } from '../../../domain/staff/exported.ts'
import { type Called, heard, outcomeOf, post } from './call.ts'

const openedSchema = v.object({
  id: v.string(),
  /** All of a client's columns in the clear; null where nothing is stored, or not any more. */
  details: v.object(v.entriesFromList(clientColumns, v.nullable(v.string()))),
})

export type OpenedDetails = v.InferOutput<typeof openedSchema>['details']

/** `unreadable`: no key of the server opens date of birth and SSN digits. */
export type Opening = Called<OpenedDetails> | { outcome: 'unreadable' }

/** Opens the details of one form; that it was done and why is recorded before anything is answered. */
export async function openDetails(id: string, reason: string): Promise<Opening> {
  const answered = await post('functions/v1/open-details', { reveal: id, reason })
  if (answered !== 'unreachable' && answered.status === 409) return { outcome: 'unreadable' }
  const called = heard(outcomeOf(answered, openedSchema))
  return called.outcome === 'done' ? { outcome: 'done', value: called.value.details } : called
}

/** Which forms, behind which page, and why. */
export interface WantedPage {
  states: string[] | null
  plans: string[] | null
  since: string | null
  until: string | null
  after: string | null
  /** What the export is for. */
  reason: string
}

/** One page of an export with date of birth and SSN digits, for leads. The first one is recorded. Each may take a while. */
export async function openExport(wanted: WantedPage): Promise<Called<OpenedExport>> {
  return heard(outcomeOf(await post('functions/v1/open-details', { export: wanted }, 60_000), openedExportSchema))
}
