import * as v from 'valibot'
import { enrollmentFields, type FieldWith, fieldsWith } from '../domain/enrollment-fields.ts'
import { keysOf } from '../domain/tables.ts'
import { type ClientName, fieldValue } from './client-name.ts'
import { attemptOutcome, type Outcome } from './outcome.ts'
import type { StoredEnrollment } from './stored-enrollment.ts'
import type { Attempt, OutgoingRequest } from './transport.ts'
import type { WebformSettings } from './webform-settings.ts'

/** The request that posts an enrollment to the operator's DisputeFox web form. */
export function buildRequest(
  enrollment: StoredEnrollment,
  name: ClientName,
  settings: WebformSettings,
): OutgoingRequest {
  const { fields } = settings
  const values = fieldsWith('webform', 'field').map((field) => [fields[field], fieldValue(field, enrollment, name)])
  const body = new URLSearchParams([...values, [fields.details, describe(enrollment)]].filter(([formName]) => formName))
  for (const [formName, value] of Object.entries(settings.hiddenFields)) body.set(formName, value)
  body.set('redirect_url', settings.redirectUrl)
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }
  return { url: settings.url, headers, body: body.toString() }
}

/** The labelled lines of the free text, in order. */
const detailLabels: Record<FieldWith<'webform', 'details'>, string> = {
  middleName: 'Middle name',
  planName: 'Plan',
  preferredContactMethod: 'Preferred contact',
  notes: 'Notes',
}

/**
 * The free text, for what the form has no field for. Staff search for its first line, so that line holds no client input, and
 * further lines of a client's are indented, so that none passes for one of ours.
 */
function describe(enrollment: StoredEnrollment): string {
  const lines = keysOf(detailLabels).flatMap((field) => {
    const value = enrollment[enrollmentFields[field].column]
    return value ? [`${detailLabels[field]}: ${value.replaceAll(/\r\n|[\n\r\u2028\u2029]/g, '\n  ')}`] : []
  })
  return [`Enrollment ${enrollment.id}`, ...lines].join('\n')
}

/**
 * DisputeFox returns no record id, and nothing can be read back. So only the echo of the redirect address is accepted, and
 * any answer that might follow a created client is ambiguous.
 */
export function classify(attempt: Attempt, { redirectUrl }: WebformSettings): Outcome {
  return attemptOutcome(attempt, (body) => classifyBody(body, redirectUrl))
}

const errorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ErrorMessage: v.pipe(v.string(), v.nonEmpty()) }),
)

/** The body is undefined if it was longer than any of DisputeFox's answers. */
function classifyBody(body: string | undefined, redirectUrl: string): Outcome {
  const text = body?.trim()
  if (text === undefined) return { outcome: 'ambiguous', reason: 'unknown-body' }
  if (text === '') return { outcome: 'ambiguous', reason: 'empty-body' }
  if (text === redirectUrl || text === JSON.stringify(redirectUrl)) return { outcome: 'accepted' }
  if (v.safeParse(errorSchema, text).success) return { outcome: 'rejected', reason: 'error-message' }
  if (text.includes('Account is in-activated')) return { outcome: 'rejected', reason: 'account-disabled' }
  return { outcome: 'ambiguous', reason: 'unknown-body' }
}
