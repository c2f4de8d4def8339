import { prices } from './offer/prices.ts'

/** The repair plans and the add-on (R-PLANS). Names and prices are in `offer/prices.ts`, words in `content/plans.ts`. */

export const planIds = ['audit', 'light', 'standard', 'advanced', 'complex'] as const
export type PlanId = (typeof planIds)[number]
export type PaidService = PlanId | 'coaching'

export interface Priced {
  name: string
  /** Paid once, in whole cents. */
  priceCents: number
}

export interface Plan extends Priced {
  popular: boolean
}

export const plans: Record<PlanId, Plan> = prices.plans

/** Added to a plan or bought alone. */
export const coaching: Priced = prices.coaching

/** Everything that is paid for. */
export const serviceIds: readonly PaidService[] = [...planIds, 'coaching']

export const pricedService = (service: PaidService): Priced => (service === 'coaching' ? coaching : plans[service])

/** The service of this name or id, in any case. */
export function findService(name: string): PaidService | undefined {
  const wanted = name.trim().toLowerCase()
  return serviceIds.find((service) => [service, pricedService(service).name.toLowerCase()].includes(wanted))
}
