import type { AuthFault } from './faults.ts'
import { fault } from './faults/fault.ts'

export interface UnsupportedEndpoint {
  /** A path pattern of the router; `*` matches everything below. */
  path: string
  /** All methods if it is left out. */
  method?: 'GET' | 'PUT'
  /** Who the caller has to be. */
  for: 'anybody' | 'user' | 'service'
  fault: AuthFault
}

const noOAuthServer = fault(404, 'feature_disabled', 'OAuth server is disabled')
const noSaml = fault(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
const noPasskeys = fault(404, 'passkey_disabled', 'Passkeys are disabled')
const noLinking = fault(404, 'manual_linking_disabled', 'Manual linking is disabled')

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
]

export const web3Disabled = fault(422, 'web3_provider_disabled', 'Web3 provider is disabled')
