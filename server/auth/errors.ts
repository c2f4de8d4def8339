import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An expected failure as the contract tells it: HTTP status, stable code, sentence for people. */
export interface AuthFault {
  status: ContentfulStatusCode
  code: string
  message: string
  /** Only of weak passwords: what they lack. */
  reasons?: string[]
  /** When it is worth trying again. */
  retryAfterSeconds?: number
}

/** What a step of the sign-in service comes to. */
export type Answer<Value> = { ok: Value } | { fault: AuthFault }

/** Every fault, with the status, code and wording of Supabase Auth where it has the same. */
export const faults = {
  badJson: (reason: string) => fault(400, 'bad_json', `Could not parse request body as JSON: ${reason}`),
  bodyTooLarge: (limit: number) =>
    fault(413, 'request_entity_too_large', `Request body too large (max ${limit} bytes)`),
  notFound: fault(404, 'not_found', 'Requested path was not found'),
  methodNotAllowed: fault(405, 'method_not_allowed', 'Method not allowed'),
  unexpected: fault(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  ),
  unreachableDatabase: fault(
    503,
    'unexpected_failure',
    'The service cannot be reached at the moment. Please try again.',
  ),
  tooManyRequests: { ...fault(429, 'over_request_rate_limit', 'Request rate limit reached'), retryAfterSeconds: 1 },

  noPassword: fault(400, 'validation_failed', 'Signup requires a valid password'),
  passwordTooLong: (bytes: number) =>
    fault(400, 'validation_failed', `Password cannot be longer than ${bytes} characters`),
  passwordTooShort: (length: number) =>
    fault(422, 'weak_password', `Password should be at least ${length} characters.`, ['length']),
  metadataTooDeep: (levels: number) =>
    fault(400, 'validation_failed', `User metadata cannot be nested deeper than ${levels} levels`),
  metadataTooLong: (bytes: number) =>
    fault(400, 'validation_failed', `User metadata cannot be longer than ${bytes} bytes`),
  metadataNotText: fault(400, 'validation_failed', 'User metadata must be plain text'),
  emailAndPhoneAtSignUp: fault(
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on signup.',
  ),
  anonymousDisabled: fault(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  phoneSignUpDisabled: fault(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  emailTooLong: fault(400, 'validation_failed', 'An email address is too long'),
  emailFormat: fault(400, 'validation_failed', 'Unable to validate email address: invalid format'),
  userExists: fault(422, 'user_already_exists', 'User already registered'),

  unsupportedGrant: fault(400, 'invalid_credentials', 'unsupported_grant_type'),
  emailAndPhoneAtSignIn: fault(
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on login.',
  ),
  emailOrPhoneMissing: fault(400, 'validation_failed', 'missing email or phone'),
  phoneSignInDisabled: fault(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  invalidCredentials: fault(400, 'invalid_credentials', 'Invalid login credentials'),
  emailNotConfirmed: fault(400, 'email_not_confirmed', 'Email not confirmed'),
  userBannedAtSignIn: fault(400, 'user_banned', 'User is banned'),

  refreshTokenMissing: fault(400, 'validation_failed', 'refresh_token required'),
  refreshTokenNotFound: fault(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenUsed: fault(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  refreshUserBanned: fault(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  sessionExpired: fault(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),

  noAuthorization: fault(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badToken: fault(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'),
  noSubject: fault(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  badSession: fault(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'),
  userNotFound: fault(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  userBanned: fault(403, 'user_banned', 'User is banned'),
  sessionNotFound: fault(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  logoutScope: (scope: string) =>
    fault(400, 'validation_failed', `Unsupported logout scope ${JSON.stringify(scope)}`),
}

/**
 * Answers with a fault in the form that the caller's API version expects: since 2024-01-01 `code` is the stable
 * code, before that it was the HTTP status. Clients read the version back from the same header.
 */
export function refuse(context: Context, answer: AuthFault): Response {
  const { status, code, message, reasons, retryAfterSeconds } = answer
  const weakPassword = reasons && { weak_password: { reasons } }
  if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds))
  const asked = context.req.header(versionHeader) ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asked) || asked < codedVersion) {
    return context.json({ code: status, error_code: code, msg: message, ...weakPassword }, status)
  }
  context.header(versionHeader, codedVersion)
  return context.json({ code, message, ...weakPassword }, status)
}

const versionHeader = 'X-Supabase-Api-Version'
const codedVersion = '2024-01-01'

function fault(status: ContentfulStatusCode, code: string, message: string, reasons?: string[]): AuthFault {
  return reasons ? { status, code, message, reasons } : { status, code, message }
}
