import { attemptOutcome } from './attempt-outcome.ts'
import type { ClientName } from './client-name.ts'
import type { Outcome } from './outcome.ts'
import { signMessage } from './standard-webhooks.ts'
import type { StoredEnrollment } from './stored-enrollment.ts'
import type { Attempt, OutgoingRequest } from './transport.ts'
import type { WebhookSettings } from './webhook-settings.ts'

/**
 * A webhook that Zapier, Make or another system takes: flat JSON, signed as Standard Webhooks asks. The same content
 * always has the same key, however often it is sent, so that the receiver can tell a repetition from an edit.
 */
export async function buildRequest(
  enrollment: StoredEnrollment,
  name: ClientName,
  settings: WebhookSettings,
  now: Date,
): Promise<OutgoingRequest> {
  const body = JSON.stringify(contentOf(enrollment, name, settings))
  const key = `${enrollment.id}:${await hashOf(body)}`
  return {
    url: settings.url,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(await signMessage({ id: key, body, secret: settings.secret, now })),
    },
    body,
  }
}

function contentOf(enrollment: StoredEnrollment, name: ClientName, { include }: WebhookSettings) {
  return {
    enrollmentId: enrollment.id,
    firstName: name.firstName,
    middleName: enrollment.middle_name ?? '',
    lastName: name.lastName,
    email: enrollment.customer_email,
    phone: enrollment.customer_phone,
    dateOfBirth: include.includes('dateOfBirth') ? enrollment.date_of_birth : undefined,
    ssnLastFour: include.includes('ssnLastFour') ? enrollment.ssn_last_four : undefined,
    streetAddress: enrollment.street_address,
    city: enrollment.city,
    state: enrollment.state,
    zipCode: enrollment.zip_code,
    preferredContactMethod: enrollment.preferred_contact_method,
    planName: enrollment.plan_name,
    notes: enrollment.notes ?? '',
  }
}

/** SHA-256, in hexadecimal digits. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Any 2xx answer is a yes; receivers differ in what they write into it. */
export const classify = (attempt: Attempt): Outcome => attemptOutcome(attempt, () => ({ outcome: 'accepted' }))
