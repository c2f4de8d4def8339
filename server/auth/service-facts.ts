/** Supabase Auth's answer to /health, by which tools recognise the contract. */
export const health = {
  version: 'gateway',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
}

const providers = [
  'anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'snapchat', 'figma', 'fly', 'github',
  'gitlab', 'google', 'keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify', 'slack', 'slack_oidc',
  'workos', 'twitch', 'twitter', 'email', 'phone', 'zoom',
]

/** What a sign-in page may offer: e-mail and password, nothing else. */
export const settings = {
  external: Object.fromEntries(providers.map((provider) => [provider, provider === 'email'])),
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  saml_private_key_next_configured: false,
  passkeys_enabled: false,
}
