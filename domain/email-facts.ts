/** Figures of the sign-in service's e-mails: the defaults of a Supabase project. */
export const emailFacts = {
  /** The lifetime of a link or code. */
  lifetimeSeconds: 3600,
  /** The minimum time between two e-mails of a kind to one account. */
  intervalSeconds: 60,
  codeDigits: 6,
} as const
