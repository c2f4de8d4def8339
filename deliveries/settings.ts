import * as v from 'valibot'
import { webformEntries, type WebformSettings, webformSettings } from './webform-settings.ts'
import { webhookEntries, type WebhookSettings, webhookSettings } from './webhook-settings.ts'

/**
 * Whether an attempt may be repeated whose end nobody knows, and whether an enrollment is sent again that was edited
 * after its delivery: neither of them, only the former, or both.
 */
export type Repeats = 'never' | 'when-unclear' | 'always'

/** The least time between two requests, over all workers. */
interface Pace {
  intervalMs: number
}

/** Where deliveries go, and in which way. */
export type Destination = (WebformSettings | WebhookSettings) & Pace

/** `off`: nothing is configured, so nothing is delivered and no delivery counts as done. */
export type DeliverySettings = { mode: 'off' } | Destination

// No limit of DisputeFox's is published.
const usualRate = 60
const ratePattern = /^([1-9]|[1-9]\d|[1-5]\d\d|600)$/

/** The variables as they stand in the environment, empty ones left out. */
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

/** Whether the variables name any destination, completely or not. */
export const hasDestination = (variables: DeliveryVariables) =>
  isSet(variables, webformEntries) || isSet(variables, webhookEntries)

/**
 * Nothing set means off; half a configuration and two destinations are faults that name the variables.
 * `siteRedirectUrl` stands in for DISPUTEFOX_REDIRECT_URL where the caller knows an address of the site.
 */
export function deliverySettings(
  variables: DeliveryVariables,
  siteRedirectUrl?: string,
): { settings: DeliverySettings } | { faults: string[] } {
  if (!hasDestination(variables)) return { settings: { mode: 'off' } }
  if (isSet(variables, webformEntries) && isSet(variables, webhookEntries)) {
    return { faults: ['DISPUTEFOX_… and DELIVERY_WEBHOOK_… exclude each other: a delivery has one destination'] }
  }
  const chosen = isSet(variables, webformEntries)
    ? webformSettings(variables, siteRedirectUrl)
    : webhookSettings(variables)
  if ('faults' in chosen) return chosen
  return { settings: { ...chosen.settings, intervalMs: 60_000 / (variables.DELIVERY_PER_MINUTE ?? usualRate) } }
}
