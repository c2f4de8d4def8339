/** Figures that texts on several pages quote (R-SERVICE-FACTS). */
export const serviceFacts = {
  disputeCycleDays: 45,
  guaranteeDays: 90,
  replyHours: 24,
  /** From onboarding to the first contact. */
  firstContactHours: { from: 24, to: 48 },
  /** The Fair Credit Reporting Act's limit for a bureau's investigation. */
  bureauInvestigationDays: 30,
  negativeItemYears: 7,
  chapter7Years: 10,
} as const
