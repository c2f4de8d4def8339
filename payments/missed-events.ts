import { Stripe } from 'stripe'
import { stripeEventTypes } from './stripe-events.ts'

/** Another address of Stripe's interface, for tests. */
export type StripeAddress = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>

export interface MissedEventsRequest {
  /** A restricted key that may read events. */
  apiKey: string
  /** Stripe keeps events for 30 days. */
  since: Date
  /** Also those that some endpoint has acknowledged. */
  all: boolean
  address?: StripeAddress
}

/** The version in which events are asked for, and in which the endpoint at Stripe should send them. */
export const stripeApiVersion = Stripe.API_VERSION

/** In one run: 100 pages of 100. */
export const mostPages = 100

/**
 * Pages of Stripe's events that nobody has acknowledged, of the types from which something follows, the newest first
 * (https://docs.stripe.com/api/events/list). At most `mostPages`.
 * @throws {Stripe.errors.StripeError} if Stripe refuses, does not answer, or not in its own form.
 */
export async function* missedEvents({ apiKey, since, all, address }: MissedEventsRequest): AsyncGenerator<unknown[]> {
  const stripe = new Stripe(apiKey, { apiVersion: stripeApiVersion, maxNetworkRetries: 2, timeout: 20_000, telemetry: false, ...address })
  const asked = {
    created: { gte: Math.floor(since.getTime() / 1000) },
    types: [...stripeEventTypes],
    limit: 100,
    ...(all ? {} : { delivery_success: false }),
  }
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { data, has_more: hasMore } = await stripe.events.list({ ...asked, ...(after === undefined ? {} : { starting_after: after }) })
    if (!Array.isArray(data)) throw new TypeError('no list')
    yield data
    const last = data.at(-1)?.id
    if (!hasMore || typeof last !== 'string' || last === after) return
    after = last
  }
}
