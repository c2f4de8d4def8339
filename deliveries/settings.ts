import * as v from 'valibot'
import type { Result } from '../domain/result.ts'
import { webformEntries, type WebformSettings, webformSettings } from './webform-settings.ts'
import { webhookEntries, type WebhookSettings, webhookSettings } from './webhook-settings.ts'

/**
 * What may be sent again: nothing that may have arrived; an attempt with an unknown outcome; or also an enrollment that
 * was edited after its delivery.
 */
export type Repeats = 'never' | 'when-unclear' | 'always'

/** The rate limit, over all workers. */
interface Pace {
  intervalMs: number
}

/** Where deliveries go, and how. */
export type Destination = (WebformSettings | WebhookSettings) & Pace & { isStandIn?: boolean }

/** `off`: no destination is configured, so deliveries wait. */
export type DeliverySettings = { mode: 'off' } | Destination

// DisputeFox publishes no limit.
const defaultPerMinute = 60
const ratePattern = /^([1-9]|[1-9]\d|[1-5]\d\d|600)$/

/** The environment variables. The caller omits empty ones. */
export const deliveryEntries = {
  ...webformEntries,
  ...webhookEntries,
  DELIVERY_PER_MINUTE: v.optional(
    v.pipe(v.string(), v.regex(ratePattern, 'must be a number from 1 to 600'), v.transform(Number)),
  ),
}

export type DeliveryVariables = v.InferOutput<v.ObjectSchema<typeof deliveryEntries, undefined>>

const isSet = (variables: DeliveryVariables, entries: object) =>
  Object.entries(variables).some(([variable, value]) => variable in entries && value !== undefined)

/** Whether any destination is configured, even if incompletely. */
export const hasDestination = (variables: DeliveryVariables) =>
  isSet(variables, webformEntries) || isSet(variables, webhookEntries)

/**
 * With nothing set, delivery is off. An incomplete destination, or two of them, is a fault that names the variables.
 * `siteRedirectUrl` is the default for DISPUTEFOX_REDIRECT_URL.
 */
export function deliverySettings(
  variables: DeliveryVariables,
  siteRedirectUrl?: string,
): Result<DeliverySettings, string[]> {
  if (!hasDestination(variables)) return { ok: { mode: 'off' } }
  if (isSet(variables, webformEntries) && isSet(variables, webhookEntries)) {
    return { fault: ['DISPUTEFOX_… and DELIVERY_WEBHOOK_… exclude each other: a delivery has one destination'] }
  }
  const chosen = isSet(variables, webformEntries)
    ? webformSettings(variables, siteRedirectUrl)
    : webhookSettings(variables)
  if ('fault' in chosen) return chosen
  return { ok: { ...chosen.ok, intervalMs: 60_000 / (variables.DELIVERY_PER_MINUTE ?? defaultPerMinute) } }
}
