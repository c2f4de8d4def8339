import * as v from 'valibot'
import type { ClientName } from './client-name.ts'
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
  const values = [
    [fields.firstName, name.firstName],
    [fields.lastName, name.lastName],
    [fields.email, enrollment.customer_email],
    [fields.phone, enrollment.customer_phone],
    [fields.dateOfBirth, enrollment.date_of_birth],
    [fields.ssnLastFour, enrollment.ssn_last_four],
    [fields.streetAddress, enrollment.street_address],
    [fields.city, enrollment.city],
    [fields.state, enrollment.state],
    [fields.zipCode, enrollment.zip_code],
    [fields.details, describe(enrollment)],
  ] as const
  const body = new URLSearchParams(values.filter(([formName]) => formName).map((pair) => [...pair]))
  for (const [formName, value] of Object.entries(settings.hiddenFields)) body.set(formName, value)
  body.set('redirect_url', settings.redirectUrl)
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }
  return { url: settings.url, headers, body: body.toString() }
}

/** What the form has no field for. Staff search for the first line, so nothing a client typed comes before it. */
function describe(enrollment: StoredEnrollment): string {
  const lines = [`Enrollment ${enrollment.id}`]
  if (enrollment.middle_name) lines.push(`Middle name: ${enrollment.middle_name}`)
  lines.push(`Plan: ${enrollment.plan_name}`, `Preferred contact: ${enrollment.preferred_contact_method}`)
  if (enrollment.notes) lines.push(`Notes: ${enrollment.notes}`)
  return lines.join('\n')
}

/**
 * DisputeFox answers without a record id, and nothing can be read back. So only the echo of the redirect address counts
 * as accepted, and whatever might follow a created client is ambiguous.
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
  if (text === undefined) return { outcome: 'ambiguous', because: 'unknown-body' }
  if (text === '') return { outcome: 'ambiguous', because: 'empty-body' }
  if (text === redirectUrl || text === JSON.stringify(redirectUrl)) return { outcome: 'accepted' }
  if (v.safeParse(errorSchema, text).success) return { outcome: 'rejected', because: 'error-message' }
  if (text.includes('Account is in-activated')) return { outcome: 'rejected', because: 'account-disabled' }
  return { outcome: 'ambiguous', because: 'unknown-body' }
}
