import { callerFaults } from '../../../../domain/caller-faults.ts'
import { fault } from './fault.ts'

/** Faults of opening, using, refreshing and ending a session. */
export const sessionFaults = {
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
  userNotFound: fault(403, 'user_not_found', callerFaults.user_not_found.message),
  userBanned: fault(403, 'user_banned', callerFaults.user_banned.message),
  sessionNotFound: fault(403, 'session_not_found', callerFaults.session_not_found.message),

  logoutScope: (scope: string) =>
    fault(400, 'validation_failed', `Unsupported logout scope ${JSON.stringify(scope)}`),
}
