import { creditFactTexts } from './credit-facts.ts'
import { formatUsd } from './money.ts'
import { refundPolicy, type Span } from './refund-policy.ts'
import { serviceFacts } from './service-facts.ts'

/**
 * Every figure that prose may quote, as in `<Fact name="adminFee" />`: an amount with its dollar sign, a share with its
 * percent sign, anything else as the bare number, so that the sentence names the unit. Prices are quoted by plan:
 * `<Price id="light" />`.
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

  ...creditFactTexts,
} satisfies Record<string, string>

export type FactName = keyof typeof facts

function spanText({ from, to }: Span): string {
  return `${from}-${to}`
}
