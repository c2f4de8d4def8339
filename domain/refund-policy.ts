import { serviceFacts } from './service-facts.ts'

/** From the fewest to the most. */
export interface Span {
  from: number
  to: number
}

/**
 * The figures of the refund policy (R-REFUNDS); its words are in `content/legal/refund-policy.mdx`. Repair plans are Light,
 * Standard and Advanced Repair. Amounts are in whole cents, days without "business" are calendar days.
 */
export const refundPolicy = {
  /** Audit: refundable for so long after the report was received; not at all once the optional consultation is done. */
  auditBusinessDays: 3,

  /** Repair plans: kept from every refund. */
  adminFeeCents: 50_00,
  /** Repair plans: before dispute letters are prepared all but the fee is refunded; typically so long after payment. */
  lettersPreparedBusinessDays: 5,
  /** Repair plans: once work has begun a refund is pro-rated, and has to be asked for so soon after enrollment. */
  windowDays: 30,
  /** Repair plans: no refund once more than this share of the planned dispute rounds is done. */
  maxRoundsDonePercent: 50,
  /**
   * Repair plans, the exception to the two limits above: no item removed so long after disputes started gives a full
   * refund minus work completed and fees.
   */
  guaranteeDays: serviceFacts.guaranteeDays,

  /** Bankruptcy / Complex Cases: refundable for so long after payment, and only if no work has been done. */
  bankruptcyBusinessDays: 7,

  /** Coaching: kept from a refund, which has to be asked for before the scheduled session. */
  coachingFeeCents: 25_00,

  /** From the e-mail that asks for a refund to approval or denial. */
  reviewBusinessDays: { from: 3, to: 5 },
  /** From approval to the payment. */
  payoutBusinessDays: { from: 7, to: 10 },
} as const satisfies Record<string, number | Span>
