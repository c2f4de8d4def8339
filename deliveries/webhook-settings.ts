import * as v from 'valibot'
import { type SensitiveField, sensitiveFields } from '../domain/enrollment-fields.ts'
import type { Result } from '../domain/result.ts'
import { webAddress } from './web-address.ts'

export interface WebhookSettings {
  mode: 'webhook'
  url: string
  /** The signing key: what follows `whsec_`, decoded. */
  secret: Uint8Array<ArrayBuffer>
  /** Sensitive fields that the operator opted into. */
  include: SensitiveField[]
  /** Every request carries an idempotency key, so repeating it is harmless. */
  repeats: 'always'
}

// Standard Webhooks requires 24 to 64 bytes.
const secretPattern = /^whsec_(?=[A-Za-z0-9+/=]{32,88}$)([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export const webhookEntries = {
  DELIVERY_WEBHOOK_URL: v.optional(webAddress),
  DELIVERY_WEBHOOK_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.regex(secretPattern, 'must be whsec_ and the Base64 of 24 to 64 random bytes'),
      v.transform((text) => Uint8Array.from(atob(text.slice('whsec_'.length)), (unit) => unit.charCodeAt(0))),
    ),
  ),
  DELIVERY_WEBHOOK_INCLUDE: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((field) => field.trim())),
      v.array(v.picklist(sensitiveFields, `may name ${sensitiveFields.join(' and ')}`)),
    ),
  ),
}

type WebhookVariables = v.InferOutput<v.ObjectSchema<typeof webhookEntries, undefined>>

/** Requires an address and a secret. */
export function webhookSettings(variables: WebhookVariables): Result<WebhookSettings, string[]> {
  const { DELIVERY_WEBHOOK_URL: url, DELIVERY_WEBHOOK_SECRET: secret, DELIVERY_WEBHOOK_INCLUDE: include } = variables
  if (url && secret) return { ok: { mode: 'webhook', url, secret, include: include ?? [], repeats: 'always' } }
  const missing = [url ? '' : 'DELIVERY_WEBHOOK_URL', secret ? '' : 'DELIVERY_WEBHOOK_SECRET'].filter(Boolean)
  return { fault: missing.map((variable) => `${variable} is missing: deliveries to a webhook need it`) }
}
