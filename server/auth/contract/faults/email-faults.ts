import { fault } from './fault.ts'

/** Faults of e-mails, and of their links and codes. */
export const emailFaults = {
  recoveryWithoutEmail: fault(400, 'validation_failed', 'Password recovery requires an email'),
  otpForEmailAndPhone: fault(
    400,
    'validation_failed',
    'Only an email address or phone number should be provided',
  ),
  otpForNobody: fault(400, 'validation_failed', 'One of email or phone must be set'),
  otpChannel: fault(400, 'validation_failed', 'Channel should only be specified with Phone OTP'),
  otpDisabled: fault(422, 'otp_disabled', 'Signups not allowed for otp'),
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
  emailTooSoon: (seconds: number) => ({
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
  verifyPhoneType: fault(400, 'validation_failed', 'Invalid sms verification type'),
  verifyType: fault(400, 'validation_failed', 'Invalid email verification type'),
  linkInvalid: fault(403, 'otp_expired', 'Email link is invalid or has expired'),
  codeInvalid: fault(403, 'otp_expired', 'Token has expired or is invalid'),

  challengeIncomplete: fault(
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ),
  challengeLength: (min: number, max: number) =>
    fault(400, 'validation_failed', `code challenge has to be between ${min} and ${max} characters`),
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
}
