/** The repair plans and the add-on: names and one-time prices (R-PLANS). Their words are in `content/plans.ts`. */

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

export const plans: Record<PlanId, Plan> = {
  audit: { name: 'Credit Audit & Consultation', priceCents: 25_00, popular: false },
  light: { name: 'Light Repair', priceCents: 200_00, popular: false },
  standard: { name: 'Standard Repair', priceCents: 350_00, popular: true },
  advanced: { name: 'Advanced Repair', priceCents: 500_00, popular: false },
  complex: { name: 'Bankruptcy / Complex Cases', priceCents: 750_00, popular: false },
}

/** Added to a plan or bought alone. */
export const coaching: Priced = { name: 'Credit Coaching & Budget Planning', priceCents: 149_00 }
