import { coaching, type PaidService, plans } from '../domain/plans.ts'
import * as v from 'valibot'
import { emailSchema } from '../domain/email-address.ts'
import type { Purchase } from './payment-event.ts'

/** How a checkout may name a service: by our own id, by its address, or by the sender's id of a payment link or price. */
export interface Catalogue {
  checkout: Record<PaidService, string>
  paymentIds: Record<string, PaidService>
}

interface Sale {
  /** What may name the service; the first that does decides. */
  names: (string | undefined | null)[]
  email: string | undefined | null
  amountCents: number
  currency: string
}

const services = { ...plans, coaching }

const isService = (name: string): name is PaidService => Object.hasOwn(services, name)

function serviceNamed(name: string, { checkout, paymentIds }: Catalogue): PaidService | undefined {
  if (isService(name)) return name
  if (Object.hasOwn(paymentIds, name)) return paymentIds[name]
  return Object.keys(checkout).find((service): service is PaidService => isService(service) && checkout[service] === name)
}

/**
 * Which service was bought (R-PAYMENT). The price alone names none: a donation may be as high. What fits no service is left
 * to the staff, with the first reason that was found.
 */
export function purchaseOf({ names, email, amountCents, currency }: Sale, catalogue: Catalogue): Purchase {
  const service = names.flatMap((name) => (name ? (serviceNamed(name, catalogue) ?? []) : []))[0]
  const parsed = v.safeParse(emailSchema, email)
  const payer = parsed.success ? parsed.output : null
  const priced = service && services[service]
  const doubt = !priced
    ? 'unknown-plan'
    : currency !== 'usd'
      ? 'wrong-currency'
      : amountCents !== priced.priceCents
        ? 'wrong-amount'
        : payer
          ? null
          : 'no-email'
  return { payer_email: payer, plan_name: priced?.name ?? null, is_add_on: service === 'coaching', doubt }
}
