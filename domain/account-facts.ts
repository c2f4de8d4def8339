/** Figures of the account page (R-ACCOUNT). */
export const accountFacts = {
  /** How many recovery codes a set has. */
  recoveryCodes: 10,
  /** So many unused ones or fewer are said to be few. */
  fewRecoveryCodes: 3,
  /** How long the law has records of payments kept after a deletion, for taxes. */
  paymentRecordYears: 7,
} as const
