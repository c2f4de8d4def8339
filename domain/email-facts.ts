/** The figures of the e-mails that the sign-in service writes, the defaults of a Supabase project. */
export const emailFacts = {
  /** How long a link or code is good for. */
  lifetimeSeconds: 3600,
  /** Nobody is sent a second e-mail of a kind within this time. */
  intervalSeconds: 60,
  codeDigits: 6,
} as const
