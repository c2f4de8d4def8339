import { formatUsd } from './money.ts'
import { coaching, plans, type PaidService } from './plans.ts'
import { refundPolicy, type Span } from './refund-policy.ts'
import { serviceFacts } from './service-facts.ts'

/**
 * Every figure that prose may quote as `<Fact name="adminFee" />`: an amount with its dollar sign, a share with its
 * percent sign, anything else as the bare number, so that the sentence carries the unit.
 */
export const facts = {
  disputeCycleDays: String(serviceFacts.disputeCycleDays),
  guaranteeDays: String(refundPolicy.guaranteeDays),
  replyHours: String(serviceFacts.replyHours),
  bureauInvestigationDays: String(serviceFacts.bureauInvestigationDays),
  negativeItemYears: String(serviceFacts.negativeItemYears),
  chapter7Years: String(serviceFacts.chapter7Years),

  auditRefundBusinessDays: String(refundPolicy.auditBusinessDays),
  adminFee: formatUsd(refundPolicy.adminFeeCents),
  lettersPreparedBusinessDays: String(refundPolicy.lettersPreparedBusinessDays),
  refundWindowDays: String(refundPolicy.windowDays),
  mostRoundsDone: `${refundPolicy.mostRoundsDonePercent}%`,
  bankruptcyRefundBusinessDays: String(refundPolicy.bankruptcyBusinessDays),
  coachingFee: formatUsd(refundPolicy.coachingFeeCents),
  refundReviewBusinessDays: spanText(refundPolicy.reviewBusinessDays),
  refundPayoutBusinessDays: spanText(refundPolicy.payoutBusinessDays),

  lowestPlanPrice: formatUsd(Math.min(...Object.values(plans).map((plan) => plan.priceCents))),
  highestPlanPrice: formatUsd(Math.max(...Object.values(plans).map((plan) => plan.priceCents))),
} as const satisfies Record<string, string>
