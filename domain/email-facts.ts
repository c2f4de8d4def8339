/** The figures of the letters that the sign-in service writes, the defaults of a Supabase project. */
export const letterFacts = {
  /** How long a link or code is good for. */
  lifetimeSeconds: 3600,
  /** Nobody is sent a second letter of a kind within this time. */
  intervalSeconds: 60,
  codeDigits: 6,
} as const
