/** Figures that texts on several pages quote (R-SERVICE-FACTS). */
export const serviceFacts = {
  disputeCycleDays: 35,
  guaranteeDays: 120,
  replyHours: 36,
  /** From onboarding to the first contact. */
  firstContactHours: { from: 36, to: 72 },
  /** The Fair Credit Reporting Act's limit for a bureau's investigation. */
  bureauInvestigationDays: 30,
  negativeItemYears: 7,
  chapter7Years: 10,
} as const
