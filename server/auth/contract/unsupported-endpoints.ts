import type { AuthFault } from './faults.ts'
import { fault } from './faults/fault.ts'

export interface ClosedEndpoint {
  /** In the router's spelling; `*` stands for everything below. */
  path: string
  /** Every method where it is left out. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whether it is asked first who calls. */
  asks: 'nobody' | 'the-caller' | 'the-service-key'
  /** What a caller is told whose session has shown no second factor, where that makes a difference. */
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

/** What is switched off, with the answers of a fresh Supabase project where it is off there too. What is off within an open endpoint is there. */
export const closedEndpoints: ClosedEndpoint[] = [
  { path: '/sso/*', asks: 'nobody', fault: noSaml },
  { path: '/passkeys/*', asks: 'nobody', fault: noPasskeys },
  { path: '/oauth/*', asks: 'nobody', fault: noOAuthServer },
  { path: '/.well-known/oauth-authorization-server', method: 'GET', asks: 'nobody', fault: noOAuthServer },
  { path: '/scim/v2/*', asks: 'nobody', fault: fault(404, 'feature_disabled', 'SCIM server is disabled') },
  {
    path: '/admin/audit',
    asks: 'the-service-key',
    fault: fault(404, 'feature_disabled', 'The audit log is read in the database'),
  },
  { path: '/admin/sso/*', asks: 'the-service-key', fault: noSaml },
  {
    path: '/admin/custom-providers/*',
    asks: 'the-service-key',
    fault: fault(404, 'feature_disabled', 'Custom OAuth providers are disabled'),
  },
  { path: '/admin/oauth/*', asks: 'the-service-key', fault: noOAuthServer },
  { path: '/admin/users/:userId/passkeys/*', asks: 'the-service-key', fault: noPasskeys },
  {
    path: '/admin/users/:userId/factors/:factorId',
    method: 'PUT',
    asks: 'the-service-key',
    fault: fault(404, 'feature_disabled', 'Second factors can be removed, not changed'),
  },
  { path: '/user/oauth/grants', asks: 'the-caller', fault: noOAuthServer },
  { path: '/user/identities/*', asks: 'the-caller', fault: noLinking },
  { path: '/factors/recovery-codes', method: 'GET', asks: 'the-caller', fault: noRecoveryCodes },
  { path: '/factors/recovery-codes', method: 'POST', asks: 'the-caller', fault: noNewRecoveryCodes },
  { path: '/factors/recovery-codes/regenerate', method: 'POST', asks: 'the-caller', fault: noNewRecoveryCodes },
  {
    path: '/factors/recovery-codes/verify',
    method: 'POST',
    asks: 'the-caller',
    fault: fault(422, 'mfa_recovery_codes_verify_not_enabled', 'MFA verification is disabled for recovery codes'),
  },
  {
    path: '/factors/recovery-codes',
    method: 'DELETE',
    asks: 'the-caller',
    withoutFactor: fault(403, 'insufficient_aal', 'AAL2 required to delete recovery codes'),
    fault: noRecoveryCodes,
  },
]

export const web3Disabled = fault(422, 'web3_provider_disabled', 'Web3 provider is disabled')
