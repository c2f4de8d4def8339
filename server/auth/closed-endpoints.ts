import { decodeJwt, errors } from 'jose'
import type * as v from 'valibot'
import type { AuthFault } from './errors.ts'
import { bodySchema, optionalText } from './read-body.ts'

export interface ClosedEndpoint {
  /** In the router's spelling; `*` stands for everything below. */
  path: string
  /** Every method where it is left out. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whether it is asked first who calls. */
  asks: 'nobody' | 'the-caller' | 'the-service-key'
  fault: AuthFault
}

const closed = (status: AuthFault['status'], code: string, message: string): AuthFault => ({ status, code, message })

const noOAuthServer = closed(404, 'feature_disabled', 'OAuth server is disabled')
const noSaml = closed(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
const noPasskeys = closed(404, 'passkey_disabled', 'Passkeys are disabled')
const noLinking = closed(404, 'manual_linking_disabled', 'Manual linking is disabled')
const noNewRecoveryCodes = closed(
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
  { path: '/.well-known/openid-configuration', method: 'GET', asks: 'nobody', fault: noOAuthServer },
  {
    path: '/admin/audit',
    asks: 'the-service-key',
    fault: closed(404, 'feature_disabled', 'The audit log is read in the database'),
  },
  { path: '/admin/sso/*', asks: 'the-service-key', fault: noSaml },
  {
    path: '/admin/custom-providers/*',
    asks: 'the-service-key',
    fault: closed(404, 'feature_disabled', 'Custom providers are disabled'),
  },
  { path: '/admin/oauth/*', asks: 'the-service-key', fault: noOAuthServer },
  { path: '/admin/users/:userId/passkeys/*', asks: 'the-service-key', fault: noPasskeys },
  {
    path: '/admin/users/:userId/factors/:factorId',
    method: 'PUT',
    asks: 'the-service-key',
    fault: closed(404, 'feature_disabled', 'Second factors can be removed, not changed'),
  },
  { path: '/user/oauth/grants', asks: 'the-caller', fault: noOAuthServer },
  { path: '/user/identities/*', asks: 'the-caller', fault: noLinking },
  {
    path: '/factors/recovery-codes',
    method: 'GET',
    asks: 'the-caller',
    fault: closed(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes'),
  },
  { path: '/factors/recovery-codes', method: 'POST', asks: 'the-caller', fault: noNewRecoveryCodes },
  { path: '/factors/recovery-codes/regenerate', method: 'POST', asks: 'the-caller', fault: noNewRecoveryCodes },
  {
    path: '/factors/recovery-codes/verify',
    method: 'POST',
    asks: 'the-caller',
    fault: closed(422, 'mfa_recovery_codes_verify_not_enabled', 'MFA verification is disabled for recovery codes'),
  },
  {
    path: '/factors/recovery-codes',
    method: 'DELETE',
    asks: 'the-caller',
    fault: closed(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes'),
  },
]

const providers = new Set([
  'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google', 'kakao',
  'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc', 'snapchat', 'spotify', 'twitch', 'twitter',
  'vercel_marketplace', 'workos', 'x', 'zoom',
])

/** The answer of /authorize: no provider is configured, and some do not exist. */
export function providerFault(provider: string): AuthFault {
  const name = provider.toLowerCase()
  const reason = providers.has(name) ? 'provider is not enabled' : `Provider ${name} could not be found`
  return closed(400, 'validation_failed', `Unsupported provider: ${reason}`)
}

/** The answer of /callback, which no provider was ever told to call: where it leads a browser back to. */
export function callbackFault(state: string): AuthFault {
  if (state === '') return closed(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  return closed(400, 'bad_oauth_state', 'OAuth callback with invalid state')
}

export const web3Disabled = closed(422, 'web3_provider_disabled', 'Web3 provider is disabled')

export const idTokenSchema = bodySchema({
  id_token: optionalText,
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
})

const issuers: Record<string, string> = {
  google: 'https://accounts.google.com',
  facebook: 'https://www.facebook.com',
  kakao: 'https://kauth.kakao.com',
  keycloak: '',
  snapchat: 'https://accounts.snapchat.com/accounts/oauth2/token',
  vercel_marketplace: 'https://marketplace.vercel.com',
}

/** Providers with several issuers, whose tokens have to name one of them. */
const severalIssuers = {
  apple: { title: 'an Apple', issuer: /^https:\/\/(appleid|account)\.apple\.com$/ },
  azure: { title: 'an Azure', issuer: /^https:\/\/(login\.microsoftonline\.com|sts\.windows\.net)\// },
}

/** The answer to an identity token of another provider, none of which is configured. */
export function idTokenFault(request: v.InferOutput<typeof idTokenSchema>): AuthFault {
  const { id_token: token, provider, client_id: client, issuer } = request
  if (token === '') return invalidRequest('id_token required')
  if (provider === '' && (client === '' || issuer === '')) {
    return invalidRequest('provider or client_id and issuer required')
  }
  if (provider === 'apple' || provider === 'azure') return severalIssuersFault(provider, token)
  const known = Object.entries(issuers).find(([name, address]) => name === provider || (address && address === issuer))
  if (known) return notEnabled(known[1])
  return closed(400, 'validation_failed', `Custom OIDC provider ${JSON.stringify(provider)} not allowed`)
}

function severalIssuersFault(provider: 'apple' | 'azure', token: string): AuthFault {
  const { title, issuer } = severalIssuers[provider]
  const detected = issuerOf(token)
  if (!detected) {
    const name = title.replace('an ', '')
    return closed(400, 'validation_failed', `Unable to detect issuer in ID token for ${name} provider`)
  }
  if (!issuer.test(detected)) return closed(400, 'validation_failed', `Detected ID token issuer is not ${title} ID token issuer`)
  return notEnabled(detected)
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch (error) {
    if (error instanceof errors.JWTInvalid) return undefined
    throw error
  }
}

const notEnabled = (issuer: string) =>
  closed(400, 'provider_disabled', `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`)

const invalidRequest = (message: string) => ({
  ...closed(400, 'validation_failed', message),
  oauthError: 'invalid request',
})
