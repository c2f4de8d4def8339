import { fault } from './fault.ts'

/** Faults of creating an account, or of changing one's own. */
export const accountFaults = {
  noPassword: fault(400, 'validation_failed', 'Signup requires a valid password'),
  passwordTooLong: (bytes: number) =>
    fault(400, 'validation_failed', `Password cannot be longer than ${bytes} characters`),
  passwordTooShort: (length: number) =>
    fault(422, 'weak_password', `Password should be at least ${length} characters.`, ['length']),
  passwordCommon: fault(
    422,
    'weak_password',
    'Password is known to be weak and easy to guess, please choose a different one.',
    ['pwned'],
  ),
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
  anonymousPassword: fault(
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  ),
  phoneSignUpDisabled: fault(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  phoneFormat: fault(400, 'validation_failed', 'Invalid phone number format (E.164 required)'),
  emailTooLong: fault(400, 'validation_failed', 'An email address is too long'),
  emailFormat: fault(400, 'validation_failed', 'Unable to validate email address: invalid format'),
  userExists: fault(422, 'user_already_exists', 'User already registered'),

  appMetadataForbidden: fault(403, 'not_admin', 'Updating app_metadata requires admin privileges'),
  secondFactorNeeded: fault(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ),
  emailExists: fault(422, 'email_exists', 'A user with this email address has already been registered'),
  samePassword: fault(422, 'same_password', 'New password should be different from the old password.'),
  verifyEmailFirst: fault(422, 'email_not_confirmed', 'Please verify your email first.'),
  currentPasswordMissing: fault(
    400,
    'current_password_required',
    'Current password required when setting new password.',
  ),
  // An account without a password proves its mailbox (supabase/auth internal/api/user.go).
  proofMissing: fault(400, 'reauthentication_needed', 'Password update requires reauthentication'),
  // The message is the same (supabase/auth internal/api/user.go).
  currentPasswordWrong: fault(400, 'current_password_invalid', 'Current password required when setting new password.'),
  nonceInvalid: fault(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
}
