import { creditFacts, ficoWeightPercent, scoreBands, scoreRange } from '../domain/credit-facts.ts'
import { refundPolicy } from '../domain/refunds/refund-policy.ts'
import { serviceFacts } from '../domain/service-facts.ts'
import { formatUsd, rangeText } from './format.ts'

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
  maxRoundsDone: `${refundPolicy.maxRoundsDonePercent}%`,
  bankruptcyRefundBusinessDays: String(refundPolicy.bankruptcyBusinessDays),
  coachingFee: formatUsd(refundPolicy.coachingFeeCents),
  refundReviewBusinessDays: rangeText(refundPolicy.reviewBusinessDays),
  refundPayoutBusinessDays: rangeText(refundPolicy.payoutBusinessDays),

  scoreLowest: String(scoreRange.from),
  scoreHighest: String(scoreRange.to),
  excellentBand: rangeText(scoreBands.excellent),
  veryGoodBand: rangeText(scoreBands.veryGood),
  goodBand: rangeText(scoreBands.good),
  fairBand: rangeText(scoreBands.fair),
  poorBand: rangeText(scoreBands.poor),

  paymentHistoryWeight: `${ficoWeightPercent.paymentHistory}%`,
  amountsOwedWeight: `${ficoWeightPercent.amountsOwed}%`,
  lengthOfHistoryWeight: `${ficoWeightPercent.lengthOfHistory}%`,
  newCreditWeight: `${ficoWeightPercent.newCredit}%`,
  creditMixWeight: `${ficoWeightPercent.creditMix}%`,

  utilizationRuleOfThumb: `${creditFacts.utilizationPercent}%`,
  exampleLimit: formatUsd(creditFacts.exampleLimitCents),
  exampleBalance: formatUsd((creditFacts.exampleLimitCents * creditFacts.utilizationPercent) / 100),
  lateReportedDays: String(creditFacts.lateReportedDays),
  hardInquiryYears: String(creditFacts.hardInquiryYears),
  hardInquiryScoreMonths: String(creditFacts.hardInquiryScoreMonths),
  rateShoppingDays: String(creditFacts.rateShoppingDays),
  closedAccountYears: String(creditFacts.closedAccountYears),

  extendedInvestigationDays: String(creditFacts.extendedInvestigationDays),
  resultBusinessDays: String(creditFacts.resultBusinessDays),
  reportingStartDays: String(creditFacts.reportingStartDays),
  identityTheftBlockBusinessDays: String(creditFacts.identityTheftBlockBusinessDays),
} satisfies Record<string, string>

export type FactName = keyof typeof facts
