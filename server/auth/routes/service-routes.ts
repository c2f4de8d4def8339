import { Hono } from 'hono'
import type { AuthSettings, Ways } from '../operations/auth-service.ts'
import type { RouteGroup } from './respond.ts'

/** What the service publishes about itself. */
export const serviceRoutes: RouteGroup = ({ keys, settings, ways }) =>
  new Hono()
    .get('/health', (context) => context.json(health))
    .get('/settings', (context) => context.json(serviceSettings(settings, ways)))
    .get('/.well-known/jwks.json', async (context) => context.json(await keys.published()))
    .get('/.well-known/openid-configuration', (context) => context.json(openIdConfiguration(settings.issuer)))

/** The answer of supabase/auth internal/api/api.go to /health, by which tools recognise the contract. */
const health = {
  version: 'gateway',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
}

const providers = [
  'anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'snapchat', 'figma', 'fly', 'github',
  'gitlab', 'google', 'keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify', 'slack', 'slack_oidc',
  'workos', 'twitch', 'twitter', 'email', 'phone', 'zoom',
]

/** The enabled sign-in methods (supabase/auth internal/api/settings.go). */
const serviceSettings = ({ unverifiedSignIns }: AuthSettings, { anonymous }: Ways) => ({
  external: Object.fromEntries(
    providers.map((provider) => [provider, provider === 'email' || (provider === 'anonymous_users' && anonymous !== undefined)]),
  ),
  disable_signup: false,
  // What clients read from it: a sign-up is answered with a session. No address is confirmed by that.
  mailer_autoconfirm: unverifiedSignIns,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  saml_private_key_next_configured: false,
  passkeys_enabled: false,
})

/**
 * OpenID Connect Discovery 1.0, section 3, for programs that verify tokens. As in Supabase Auth, it names the endpoints
 * of an OAuth server although that is disabled.
 */
function openIdConfiguration(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    scopes_supported: ['openid', 'profile', 'email', 'phone'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    // Supabase Auth names algorithms beyond those of its keys. Here it is only the one in use.
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    claims_supported: [
      'sub', 'aud', 'iss', 'exp', 'iat', 'auth_time', 'nonce', 'email', 'email_verified', 'phone_number',
      'phone_number_verified', 'name', 'picture', 'preferred_username', 'updated_at',
    ],
    code_challenge_methods_supported: ['S256', 'plain'],
  }
}
