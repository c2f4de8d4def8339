import { enrollmentFieldNames, isSensitive } from '../domain/enrollment-fields.ts'
import { recordOf } from '../domain/tables.ts'
import { type ClientName, fieldValue } from './client-name.ts'
import { attemptOutcome, type Outcome } from './outcome.ts'
import type { StoredEnrollment } from './stored-enrollment.ts'
import type { Attempt, OutgoingRequest } from './transport.ts'
import type { WebhookSettings } from './webhook-settings.ts'

/**
 * The request for a webhook of Zapier, Make or another system: flat JSON, signed as Standard Webhooks specifies. The
 * same content always has the same idempotency key, so that the receiver can tell a retry from an edit.
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
  const sent = enrollmentFieldNames.filter((field) => !isSensitive(field) || include.includes(field))
  return { enrollmentId: enrollment.id, ...recordOf(sent, (field) => fieldValue(field, enrollment, name)) }
}

/** SHA-256 in hexadecimal. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Any 2xx answer is accepted, whatever its body. */
export const classify = (attempt: Attempt): Outcome => attemptOutcome(attempt, () => ({ outcome: 'accepted' }))

/**
 * The three headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com): HMAC-SHA-256 over id, time in seconds
 * and body, joined by full stops. A retry has the same id.
 */
async function signMessage({
  id,
  body,
  secret,
  now,
}: {
  id: string
  body: string
  secret: Uint8Array<ArrayBuffer>
  now: Date
}): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  }
}
