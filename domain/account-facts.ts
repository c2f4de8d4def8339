/** Figures of the account page (R-ACCOUNT). */
export const accountFacts = {
  /** How many recovery codes a set has. */
  recoveryCodes: 10,
  /** So many unused ones or fewer are said to be few. */
  fewRecoveryCodes: 3,
  /** How long the law has some records kept after a deletion: those of payments for taxes, those of consents for claims. */
  paymentRecordYears: 7,
  consentRecordYears: 5,
} as const
