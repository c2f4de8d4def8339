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
  /** Some older faults are answered in OAuth's form (RFC 6749 §5.2), which has this instead of a code. */
  oauthError?: string
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
  tooManyLetters: fault(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
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

  challengeIncomplete: fault(
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ),
  challengeLength: (least: number, most: number) =>
    fault(400, 'validation_failed', `code challenge has to be between ${least} and ${most} characters`),
  challengeCharacters: fault(
    400,
    'validation_failed',
    'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
  ),
  challengeMethod: fault(400, 'validation_failed', 'code challenge method not supported'),
  exchangeIncomplete: fault(
    400,
    'validation_failed',
    'invalid request: both auth code and code verifier should be non-empty',
  ),
  flowNotFound: fault(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowExpired: fault(403, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  noFlowOfLink: fault(
    400,
    'flow_state_not_found',
    'No associated flow state found. No valid flow state found for user.',
  ),
  badVerifier: fault(
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ),

  recoveryWithoutEmail: fault(400, 'validation_failed', 'Password recovery requires an email'),
  otpForEmailAndPhone: fault(
    400,
    'validation_failed',
    'Only an email address or phone number should be provided',
  ),
  otpForNobody: fault(400, 'validation_failed', 'One of email or phone must be set'),
  otpChannel: fault(400, 'validation_failed', 'Channel should only be specified with Phone OTP'),
  phoneDisabled: fault(400, 'phone_provider_disabled', 'Unsupported phone provider'),
  resendType: fault(
    400,
    'validation_failed',
    'Missing one of these types: signup, email_change, sms, phone_change',
  ),
  resendWithoutEmail: fault(400, 'validation_failed', 'Type provided requires an email address'),
  resendWithoutPhone: fault(400, 'validation_failed', 'Type provided requires a phone number'),
  resendToNobody: fault(400, 'validation_failed', 'Missing email address or phone number'),
  resendPhoneDisabled: fault(400, 'phone_provider_disabled', 'Phone logins are disabled'),
  resendToEmailAndPhone: fault(
    400,
    'validation_failed',
    'Only an email address or phone number should be provided.',
  ),
  letterTooSoon: (seconds: number) => ({
    ...fault(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
    ),
    retryAfterSeconds: seconds,
  }),

  verifyWithoutType: fault(400, 'validation_failed', 'Verify requires a verification type'),
  verifyWithoutToken: fault(400, 'validation_failed', 'Verify requires a token or a token hash'),
  verifyTokenOrHash: fault(400, 'validation_failed', 'Verify requires either a token or a token hash'),
  verifyHashAlone: fault(400, 'validation_failed', 'Only the token_hash and type should be provided'),
  verifyEmailOrPhone: fault(
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on verify',
  ),
  verifyEmailFormat: fault(422, 'validation_failed', 'Invalid email format'),
  verifyType: fault(400, 'validation_failed', 'Invalid email verification type'),
  linkInvalid: fault(403, 'otp_expired', 'Email link is invalid or has expired'),
  codeInvalid: fault(403, 'otp_expired', 'Token has expired or is invalid'),

  appMetadataForbidden: fault(403, 'not_admin', 'Updating app_metadata requires admin privileges'),
  secondFactorNeeded: fault(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ),
  emailExists: fault(422, 'email_exists', 'A user with this email address has already been registered'),
  samePassword: fault(422, 'same_password', 'New password should be different from the old password.'),
  verifyEmailFirst: fault(422, 'email_not_confirmed', 'Please verify your email first.'),
  nonceInvalid: fault(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),

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
  sessionInactive: fault(400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)'),

  noAuthorization: fault(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badToken: fault(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'),
  noSubject: fault(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  badSession: fault(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'),
  userNotFound: fault(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  userBanned: fault(403, 'user_banned', 'User is banned'),
  sessionNotFound: fault(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),

  factorType: fault(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'),
  phoneFactorsDisabled: fault(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  phoneCodesDisabled: fault(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone'),
  webauthnFactorsDisabled: fault(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'),
  webauthnCodesDisabled: fault(422, 'mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn'),
  factorTooLong: fault(400, 'validation_failed', 'The issuer is too long for a QR code'),
  factorNameTaken: (name: string) =>
    fault(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    ),
  tooManyFactors: fault(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ),
  enrollNeedsFactor: fault(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  unenrollNeedsFactor: fault(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  factorCodeMissing: fault(400, 'validation_failed', 'Code needs to be non-empty'),
  challengeNotFound: fault(
    422,
    'mfa_factor_not_found',
    'MFA factor with the provided challenge ID not found',
  ),
  challengeElsewhere: fault(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
  challengeExpired: (id: string) =>
    fault(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  wrongFactorCode: fault(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),

  notAdmin: fault(403, 'not_admin', 'User not allowed'),
  userIdFormat: fault(404, 'validation_failed', 'user_id must be an UUID'),
  noSuchUser: fault(404, 'user_not_found', 'User not found'),
  factorIdFormat: fault(404, 'validation_failed', 'factor_id must be an UUID'),
  noSuchFactor: fault(404, 'mfa_factor_not_found', 'Factor not found'),
  pageFormat: (text: string) =>
    fault(
      400,
      'validation_failed',
      `Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    ),
  emptyPage: fault(400, 'validation_failed', 'Bad Pagination Parameters: per_page must be greater than 0'),
  nobodyToCreate: fault(400, 'validation_failed', 'Cannot create a user without either an email or phone'),
  passwordAndHash: fault(400, 'validation_failed', 'Only a password or a password hash should be provided'),
  passwordHashFormat: fault(400, 'validation_failed', 'The password hash must be one of bcrypt with a cost of 4 to 15'),
  newIdFormat: fault(400, 'validation_failed', 'ID must conform to the uuid v4 format'),
  newIdNil: fault(400, 'validation_failed', 'ID cannot be a nil uuid'),
  newIdTaken: fault(422, 'user_already_exists', 'A user with this ID has already been registered'),
  banDuration: (text: string) =>
    fault(
      400,
      'validation_failed',
      `invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`,
    ),
  emailMissing: fault(400, 'validation_failed', 'An email address is required'),
  linkUserNotFound: fault(404, 'user_not_found', 'User with this email not found'),
  linkType: (type: string) =>
    fault(400, 'validation_failed', `Invalid email action link type requested: ${type}`),

  logoutScope: (scope: string) =>
    fault(400, 'validation_failed', `Unsupported logout scope ${JSON.stringify(scope)}`),
}

/**
 * Answers with a fault in the form that the caller's API version expects: since 2024-01-01 `code` is the stable
 * code, before that it was the HTTP status. Clients read the version back from the same header.
 */
export function refuse(context: Context, answer: AuthFault): Response {
  const { status, code, message, reasons, retryAfterSeconds, oauthError } = answer
  if (oauthError) return context.json({ error: oauthError, error_description: message }, status)
  const weakPassword = reasons && { weak_password: { reasons } }
  // Nobody waits for the rest of a body that is too large.
  if (status === 413) context.header('Connection', 'close')
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
