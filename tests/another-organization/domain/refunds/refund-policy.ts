import { serviceFacts } from '../service-facts.ts'

/** Both ends included. */
export interface Span {
  from: number
  to: number
}

/**
 * The figures of the refund policy (R-REFUNDS); its words are in `content/legal/refund-policy.mdx`. Repair plans are Light,
 * Standard and Advanced Repair. Amounts are in whole cents, days without "business" are calendar days.
 */
export const refundPolicy = {
  /** Audit: refundable for this long after the report was received; not refundable after the optional consultation. */
  auditBusinessDays: 4,

  /** Repair plans: deducted from every refund. */
  adminFeeCents: 40_00,
  /** Repair plans: until dispute letters are prepared, typically this long after payment, all but the fee is refunded. */
  lettersPreparedBusinessDays: 6,
  /** Repair plans: once work has begun, refunds are pro-rated and must be requested within this time after enrollment. */
  windowDays: 45,
  /** Repair plans: no refund after more than this share of the planned dispute rounds. */
  maxRoundsDonePercent: 40,
  /**
   * Repair plans, the exception to the two limits above: if no item is removed this long after disputes started, a
   * full refund minus work completed and fees.
   */
  guaranteeDays: serviceFacts.guaranteeDays,

  /** Bankruptcy / Complex Cases: refundable for this long after payment, and only before any work is done. */
  bankruptcyBusinessDays: 8,

  /** Coaching: deducted from a refund, which must be requested before the scheduled session. */
  coachingFeeCents: 15_00,

  /** From the request by e-mail to approval or denial. */
  reviewBusinessDays: { from: 2, to: 4 },
  /** From approval to the payment. */
  payoutBusinessDays: { from: 6, to: 9 },
} as const satisfies Record<string, number | Span>
