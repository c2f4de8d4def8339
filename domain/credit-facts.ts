/**
 * General figures about credit scores and reports (R-CREDIT-FACTS), as stated by the scoring companies and the law.
 * Limits that the organisation's own pages quote too are in `service-facts.ts`.
 */

/** The range of FICO and VantageScore figures, and of the estimate on this site. */
export const scoreRange = { from: 300, to: 850 } as const

/** R-SCORE-BANDS: contiguous bands, both ends included, best first. */
export const scoreBands = {
  excellent: { from: 800, to: scoreRange.to },
  veryGood: { from: 740, to: 799 },
  good: { from: 670, to: 739 },
  fair: { from: 580, to: 669 },
  poor: { from: scoreRange.from, to: 579 },
} as const

/** The average weights of the five parts of a FICO score, as published by FICO; their sum is 100. The estimate has other weights. */
export const ficoWeightPercent = {
  paymentHistory: 35,
  amountsOwed: 30,
  lengthOfHistory: 15,
  newCredit: 10,
  creditMix: 10,
} as const

export const creditFacts = {
  /** Card balances as a share of card limits: a rule of thumb, not a step in any formula. */
  utilizationPercent: 30,
  exampleLimitCents: 1_000_00,
  /** Lenders report a payment as late from this many days past due. */
  lateReportedDays: 30,
  hardInquiryYears: 2,
  /** How far back FICO scores look at inquiries. */
  hardInquiryScoreMonths: 12,
  /** Inquiries for one loan within this many days count as one in every FICO version; newer versions allow 45. */
  rateShoppingDays: 14,
  /** About how long the bureaus keep an account that was closed in good standing. */
  closedAccountYears: 10,

  /** 15 U.S.C. 1681i(a)(1)(B) and 1681j(a)(3): with more evidence on the way, or after a free annual report. */
  extendedInvestigationDays: 45,
  /** 15 U.S.C. 1681i(a)(6): from the end of an investigation to its written result. */
  resultBusinessDays: 5,
  /** 15 U.S.C. 1681c(c)(1): the reporting period of a collection or charge-off starts this long after the delinquency began. */
  reportingStartDays: 180,
  /** 15 U.S.C. 1681c-2(a): from a complete identity theft report to the block. */
  identityTheftBlockBusinessDays: 4,
} as const
