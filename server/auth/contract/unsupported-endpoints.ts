import type { AuthFault } from './faults.ts'
import { fault } from './faults/fault.ts'

export interface UnsupportedEndpoint {
  /** A path pattern of the router; `*` matches everything below. */
  path: string
  /** All methods if it is left out. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Who the caller has to be. */
  for: 'anybody' | 'user' | 'service'
  /** The fault for sessions below aal2, if it differs. */
  withoutFactor?: AuthFault
  fault: AuthFault
}

const noOAuthServer = fault(404, 'feature_disabled', 'OAuth server is disabled')
const noSaml = fault(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
const noPasskeys = fault(404, 'passkey_disabled', 'Passkeys are disabled')
const noLinking = fault(404, 'manual_linking_disabled', 'Manual linking is disabled')
const noRecoveryCodes = fault(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes')
const noNewRecoveryCodes = fault(
  422,
  'mfa_recovery_codes_enroll_not_enabled',
  'MFA enroll is disabled for recovery codes',
)

/** Unsupported endpoints. What is off in a fresh Supabase project too has the same answers as there. */
export const unsupportedEndpoints: UnsupportedEndpoint[] = [
  { path: '/sso/*', for: 'anybody', fault: noSaml },
  { path: '/passkeys/*', for: 'anybody', fault: noPasskeys },
  { path: '/oauth/*', for: 'anybody', fault: noOAuthServer },
  { path: '/.well-known/oauth-authorization-server', method: 'GET', for: 'anybody', fault: noOAuthServer },
  { path: '/scim/v2/*', for: 'anybody', fault: fault(404, 'feature_disabled', 'SCIM server is disabled') },
  {
    path: '/admin/audit',
    for: 'service',
    fault: fault(404, 'feature_disabled', 'The audit log is read in the database'),
  },
  { path: '/admin/sso/*', for: 'service', fault: noSaml },
  {
    path: '/admin/custom-providers/*',
    for: 'service',
    fault: fault(404, 'feature_disabled', 'Custom OAuth providers are disabled'),
  },
  { path: '/admin/oauth/*', for: 'service', fault: noOAuthServer },
  { path: '/admin/users/:userId/passkeys/*', for: 'service', fault: noPasskeys },
  {
    path: '/admin/users/:userId/factors/:factorId',
    method: 'PUT',
    for: 'service',
    fault: fault(404, 'feature_disabled', 'Second factors can be removed, not changed'),
  },
  { path: '/user/oauth/grants', for: 'user', fault: noOAuthServer },
  { path: '/user/identities/*', for: 'user', fault: noLinking },
  { path: '/factors/recovery-codes', method: 'GET', for: 'user', fault: noRecoveryCodes },
  { path: '/factors/recovery-codes', method: 'POST', for: 'user', fault: noNewRecoveryCodes },
  { path: '/factors/recovery-codes/regenerate', method: 'POST', for: 'user', fault: noNewRecoveryCodes },
  {
    path: '/factors/recovery-codes/verify',
    method: 'POST',
    for: 'user',
    fault: fault(422, 'mfa_recovery_codes_verify_not_enabled', 'MFA verification is disabled for recovery codes'),
  },
  {
    path: '/factors/recovery-codes',
    method: 'DELETE',
    for: 'user',
    withoutFactor: fault(403, 'insufficient_aal', 'AAL2 required to delete recovery codes'),
    fault: noRecoveryCodes,
  },
]

export const web3Disabled = fault(422, 'web3_provider_disabled', 'Web3 provider is disabled')
