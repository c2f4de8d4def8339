import { findService, type PaidService } from '../plans.ts'
import type { StoredRefundFacts } from '../staff/form.ts'
import type { Day } from '../day.ts'

/** What a quote begins with, as far as it is stored. Undefined: a person has to say it. */
export interface StoredRequest {
  service: PaidService | undefined
  paidOn: Day | undefined
  paidCents: number | undefined
  enrolledOn: Day | undefined
}

/** What is known of a form's payment. What the form wrote of a price proves nothing without a verified payment (R-PAYMENT-PROOF). */
export function storedRequest({ plan, price_cents: cents, paid_on: paidOn, enrolled_on: enrolledOn }: StoredRefundFacts): StoredRequest {
  return {
    service: findService(plan ?? ''),
    paidOn: paidOn ?? undefined,
    paidCents: paidOn ? (cents ?? undefined) : undefined,
    enrolledOn: enrolledOn ?? undefined,
  }
}

/** What is still to be paid: the policy gives it once, and the checkout may have paid back some of it already. */
export const leftToPay = (cents: number, paidBackCents: number): number => Math.max(0, cents - paidBackCents)
