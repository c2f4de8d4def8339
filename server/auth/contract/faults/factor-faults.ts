import { fault } from './fault.ts'

/** Faults of second factors. */
export const factorFaults = {
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
  enrollNeedsProof: fault(403, 'reauthentication_needed', 'A fresh sign-in is required to enroll a first factor'),
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

  noRecoveryCodes: fault(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes'),
  recoveryCodesNeedFactor: (what: 'generate' | 'regenerate' | 'delete') =>
    fault(403, 'insufficient_aal', `AAL2 required to ${what} recovery codes`),
  recoveryCodesExist: fault(
    422,
    'mfa_verified_factor_exists',
    'Recovery codes are already enrolled for this user, use regenerate to rotate them',
  ),
  recoveryCodesAlone: fault(
    422,
    'mfa_recovery_codes_sole_factor',
    'At least one other verified factor is required to generate recovery codes',
  ),
  recoveryCodesWouldBeAlone: fault(
    422,
    'mfa_recovery_codes_sole_factor',
    'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
  ),
  recoveryCodesElsewhere: fault(
    422,
    'validation_failed',
    'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
  ),
  wrongRecoveryCode: fault(422, 'mfa_verification_failed', 'Invalid recovery code entered'),
  recoveryCodesLocked: fault(
    429,
    'mfa_recovery_codes_locked',
    'Too many failed verification attempts, try again later',
  ),
}
