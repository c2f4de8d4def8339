import { decodeJwt, errors } from 'jose'
import type * as v from 'valibot'
import type { AuthFault } from './faults.ts'
import { fault } from './faults/fault.ts'
import { bodySchema, optionalText } from './read-body.ts'

// Sign-in through other providers, of which none is configured. The messages are those of supabase/auth
// internal/api/external.go and internal/api/token_oidc.go.

const refused = (code: string, message: string): AuthFault => fault(400, code, message)

const providers = new Set([
  'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google', 'kakao',
  'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc', 'snapchat', 'spotify', 'twitch', 'twitter',
  'vercel_marketplace', 'workos', 'x', 'zoom',
])

/** The answer of /authorize: the provider is not configured, or does not exist. */
export function providerFault(provider: string): AuthFault {
  const name = provider.toLowerCase()
  const reason = providers.has(name) ? 'provider is not enabled' : `Provider ${name} could not be found`
  return refused('validation_failed', `Unsupported provider: ${reason}`)
}

/** The answer of /callback, which no provider is configured to call. */
export function callbackFault(state: string): AuthFault {
  if (state === '') return refused('bad_oauth_callback', 'OAuth state parameter missing')
  return refused('bad_oauth_state', 'OAuth callback with invalid state')
}

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

/** Providers with several issuers, of which the token has to name one. */
const severalIssuers = {
  apple: { title: 'an Apple', issuer: /^https:\/\/(appleid|account)\.apple\.com$/ },
  azure: { title: 'an Azure', issuer: /^https:\/\/(login\.microsoftonline\.com|sts\.windows\.net)\// },
}

/** The answer to another provider's identity token. */
export function idTokenFault(request: v.InferOutput<typeof idTokenSchema>): AuthFault {
  const { id_token: token, provider, client_id: client, issuer } = request
  if (token === '') return invalidRequest('id_token required')
  if (provider === '' && (client === '' || issuer === '')) {
    return invalidRequest('provider or client_id and issuer required')
  }
  if (provider === 'apple' || provider === 'azure') return severalIssuersFault(provider, token)
  const known = Object.entries(issuers).find(([name, address]) => name === provider || (address && address === issuer))
  if (known) return notEnabled(known[1])
  return refused('validation_failed', `Custom OIDC provider ${JSON.stringify(provider)} not allowed`)
}

function severalIssuersFault(provider: 'apple' | 'azure', token: string): AuthFault {
  const { title, issuer } = severalIssuers[provider]
  const detected = issuerOf(token)
  if (!detected) {
    const name = title.replace('an ', '')
    return refused('validation_failed', `Unable to detect issuer in ID token for ${name} provider`)
  }
  if (!issuer.test(detected)) return refused('validation_failed', `Detected ID token issuer is not ${title} ID token issuer`)
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
  refused('provider_disabled', `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`)

const invalidRequest = (message: string) => ({
  ...refused('validation_failed', message),
  oauthError: 'invalid request',
})
