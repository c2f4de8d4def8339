import { serviceIds, pricedService } from '../domain/plans.ts'
import type { CheckoutSettings } from '../partners/checkout/create-checkout.ts'

interface StandInCheckout {
  /** The public address of the site. Ends with a slash. */
  siteUrl: string
  /** The gateway's own address with the base path. Ends with a slash. */
  gatewayUrl: () => string
  secret: string
}

/** No event takes longer to be stored. */
const limitMs = 10_000

/** The checkout of a demonstration: it signs events as Stripe does and sends them over HTTP, as from outside. */
export function standInCheckout({ siteUrl, gatewayUrl, secret }: StandInCheckout): CheckoutSettings {
  return {
    services: Object.fromEntries(serviceIds.map((service) => [service, pricedService(service)])),
    returnTo: `${siteUrl}welcome`,
    async deliver(event) {
      // A large package, loaded where it is used.
      const { Stripe } = await import('stripe')
      const payload = JSON.stringify(event)
      const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
      const response = await fetch(`${gatewayUrl()}functions/v1/payment-received`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
        signal: AbortSignal.timeout(limitMs),
      })
      await response.body?.cancel()
      return response.status
    },
  }
}
