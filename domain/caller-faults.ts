/**
 * Why somebody with a valid token may not act (R-CALLER), by Supabase Auth's error codes: HTTP status and message for
 * programs (supabase/auth internal/api/auth.go). The SQL function `caller_fault` decides.
 */
export const callerFaults = {
  user_not_found: { status: 403, message: 'User from sub claim in JWT does not exist' },
  user_banned: { status: 403, message: 'User is banned' },
  // Not 403 as there: the browser then asks for a new sign-in.
  session_not_found: { status: 401, message: 'Session from session_id claim in JWT does not exist' },
  // Whoever has no name is nobody here. Asked to sign in, as without a token.
  no_authorization: { status: 401, message: 'An anonymous user may not do this' },
  insufficient_aal: { status: 403, message: 'Please sign in again and enter the code of your second factor' },
} as const

export type CallerFault = keyof typeof callerFaults

/** The answer to too many requests (supabase/auth internal/api/errors.go): its error code, with 429. */
export const tooManyRequests = { code: 'over_request_rate_limit', message: 'Request rate limit reached' } as const
