import { randomUUID } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceKeyOf } from '../../../tests/helpers/admin.ts'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'

let auth: TestAuth
let signedIn: GoTrueClient
let token: string
const email = `ruth.${randomUUID()}@example.com`
beforeAll(async () => {
  auth = await startAuth()
  signedIn = clientOf(auth.app)
  const { data } = await signedIn.signUp({ email, password: 'a good password' })
  token = data.session?.access_token ?? ''
})
afterAll(() => auth.stop())

const refusal = (status: number, code: string, message: string) =>
  expect.objectContaining({ name: 'AuthApiError', status, code, message })

const clientCalls: [string, (client: GoTrueClient) => Promise<{ error: unknown }>, unknown][] = [
  [
    'signInAnonymously',
    (client) => client.signInAnonymously(),
    refusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  ],
  [
    'signInWithSSO',
    (client) => client.signInWithSSO({ domain: 'example.com' }),
    refusal(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  ],
  [
    'signInWithIdToken',
    (client) => client.signInWithIdToken({ provider: 'google', token: 'x.y.z' }),
    refusal(400, 'provider_disabled', 'Provider (issuer "https://accounts.google.com") is not enabled'),
  ],
  [
    'signInWithIdToken of Apple',
    (client) => client.signInWithIdToken({ provider: 'apple', token: 'x.y.z' }),
    refusal(400, 'validation_failed', 'Unable to detect issuer in ID token for Apple provider'),
  ],
  [
    'signInWithWeb3',
    (client) => client.signInWithWeb3({ chain: 'solana', message: 'A message of some length', signature: new Uint8Array(64) }),
    refusal(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  ],
  [
    'linkIdentity',
    (client) => client.linkIdentity({ provider: 'google' }),
    refusal(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  ],
  [
    'unlinkIdentity',
    async (client) => {
      const identity = (await client.getUserIdentities()).data?.identities[0]
      if (!identity) throw new Error('no identity')
      return client.unlinkIdentity(identity)
    },
    refusal(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  ],
  [
    'oauth.getAuthorizationDetails',
    (client) => client.oauth.getAuthorizationDetails(randomUUID()),
    refusal(404, 'feature_disabled', 'OAuth server is disabled'),
  ],
  [
    'oauth.listGrants',
    (client) => client.oauth.listGrants(),
    refusal(404, 'feature_disabled', 'OAuth server is disabled'),
  ],
  [
    'signUp with a phone number',
    (client) => client.signUp({ phone: '15550100', password: 'a good password' }),
    refusal(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  ],
  [
    'signInWithPassword with a phone number',
    (client) => client.signInWithPassword({ phone: '15550100', password: 'a good password' }),
    refusal(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  ],
  [
    'signInWithOtp with a phone number',
    (client) => client.signInWithOtp({ phone: '15550100' }),
    refusal(400, 'phone_provider_disabled', 'Unsupported phone provider'),
  ],
  [
    'resend with a phone number',
    (client) => client.resend({ type: 'sms', phone: '15550100' }),
    refusal(400, 'phone_provider_disabled', 'Phone logins are disabled'),
  ],
]

test.each(clientCalls)('%s is refused as by a fresh Supabase project', async (_, call, expected) => {
  expect((await call(signedIn)).error).toEqual(expected)
})

test.each([
  ['google', 'provider is not enabled'],
  ['GitHub', 'provider is not enabled'],
  ['', 'Provider  could not be found'],
  ['nobody', 'Provider nobody could not be found'],
])('signing in with the provider %j leads to a refusal', async (provider, reason) => {
  const response = await auth.app.request(`/authorize?provider=${provider}&redirect_to=https://evil.example`)
  expect([response.status, await response.json()]).toEqual([
    400,
    { code: 400, error_code: 'validation_failed', msg: `Unsupported provider: ${reason}` },
  ])
})

const idToken = (issuer: string) => new UnsecuredJWT({}).setIssuer(issuer).encode()

test.each<[object, number, object]>([
  [{}, 400, { error: 'invalid request', error_description: 'id_token required' }],
  [{ id_token: 'x' }, 400, { error: 'invalid request', error_description: 'provider or client_id and issuer required' }],
  [
    { id_token: idToken('https://evil.example'), provider: 'apple' },
    400,
    { code: 400, error_code: 'validation_failed', msg: 'Detected ID token issuer is not an Apple ID token issuer' },
  ],
  [
    { id_token: idToken('https://login.microsoftonline.com/common/v2.0'), provider: 'azure' },
    400,
    {
      code: 400,
      error_code: 'provider_disabled',
      msg: 'Provider (issuer "https://login.microsoftonline.com/common/v2.0") is not enabled',
    },
  ],
  [
    { id_token: 'x', provider: 'no"body' },
    400,
    { code: 400, error_code: 'validation_failed', msg: 'Custom OIDC provider "no\\"body" not allowed' },
  ],
])('the identity token %j is refused', async (body, status, answer) => {
  const request = { method: 'POST', body: JSON.stringify(body) }
  const response = await auth.app.request('/token?grant_type=id_token', request)
  expect([response.status, await response.json()]).toEqual([status, answer])
})

test.each([
  ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
  ['POST', '/sso/saml/acs', 404, 'saml_provider_disabled'],
  ['POST', '/passkeys/authentication/options', 404, 'passkey_disabled'],
  ['GET', '/passkeys', 404, 'passkey_disabled'],
  ['PATCH', '/passkeys/7', 404, 'passkey_disabled'],
  ['POST', '/oauth/token', 404, 'feature_disabled'],
  ['GET', '/oauth/authorize', 404, 'feature_disabled'],
  ['GET', '/.well-known/oauth-authorization-server', 404, 'feature_disabled'],
  ['GET', '/scim/v2/Users', 404, 'feature_disabled'],
  ['POST', '/token?grant_type=device_code', 400, 'invalid_credentials'],
  ['POST', '/token', 400, 'invalid_credentials'],
])('%s %s answers anybody with %i %s', async (method, path, status, code) => {
  const response = await auth.app.request(path, { method })
  expect([response.status, (await response.json()).error_code]).toEqual([status, code])
})

test.each([
  ['GET', '/user/identities/authorize?provider=google', 404, 'manual_linking_disabled'],
  ['DELETE', '/user/identities/7', 404, 'manual_linking_disabled'],
  ['GET', '/user/oauth/grants', 404, 'feature_disabled'],
])('%s %s asks who calls before it answers with %i %s', async (method, path, status, code) => {
  const stranger = await auth.app.request(path, { method })
  expect([stranger.status, (await stranger.json()).error_code]).toEqual([401, 'no_authorization'])
  const caller = await auth.app.request(path, { method, headers: { authorization: `Bearer ${token}` } })
  expect([caller.status, (await caller.json()).error_code]).toEqual([status, code])
})

test.each([
  ['GET', '/admin/audit', 'feature_disabled'],
  ['GET', '/admin/sso/providers', 'saml_provider_disabled'],
  ['PUT', '/admin/sso/providers/7', 'saml_provider_disabled'],
  ['GET', '/admin/custom-providers', 'feature_disabled'],
  ['POST', '/admin/oauth/clients', 'feature_disabled'],
  ['GET', `/admin/users/${randomUUID()}/passkeys`, 'passkey_disabled'],
  ['PUT', `/admin/users/${randomUUID()}/factors/${randomUUID()}`, 'feature_disabled'],
])('%s %s wants the service key before it answers with %s', async (method, path, code) => {
  const answerTo = async (headers: Record<string, string>) => {
    const response = await auth.app.request(path, { method, headers })
    return [response.status, (await response.json()).error_code]
  }
  expect(await answerTo({})).toEqual([401, 'no_authorization'])
  expect(await answerTo({ authorization: `Bearer ${token}` })).toEqual([403, 'not_admin'])
  expect(await answerTo({ authorization: `Bearer ${await serviceKeyOf(auth)}` })).toEqual([404, code])
})

test.each([
  ['GET', '/signup', 'POST'],
  ['HEAD', '/verify', 'GET, POST'],
  ['DELETE', '/user', 'GET, PUT'],
])('%s %s answers with the allowed methods', async (method, path, allowed) => {
  const response = await auth.app.request(path, { method })
  expect([response.status, response.headers.get('allow')]).toEqual([405, allowed])
})

test.each([
  ['GET', '', 'error_code=bad_oauth_callback&error_description=OAuth+state+parameter+missing'],
  ['GET', '?state=x', 'error_code=bad_oauth_state&error_description=OAuth+callback+with+invalid+state'],
  ['POST', '', 'error_code=bad_oauth_state&error_description=OAuth+callback+with+invalid+state'],
])('%s /callback%s leads a browser back to the site with the fault', async (method, query, fault) => {
  const body = method === 'POST' ? { body: 'state=x' } : {}
  const response = await auth.app.request(`/callback${query}`, { method, ...body })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`http://127.0.0.1/?error=invalid_request&${fault}`)
})

test('nothing that is switched off has stored anything', async () => {
  const rows = await auth.database.query<{ users: number; flows: number }>({
    text: `select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.flow_state) as flows`,
  })
  expect(rows).toEqual([{ users: 1, flows: 0 }])
})
