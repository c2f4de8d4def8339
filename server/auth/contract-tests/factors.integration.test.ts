import { randomUUID } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { enroll, prove } from '../../../tests/helpers/authenticator.ts'
import { signedInAgain, signedUp } from '../../../tests/helpers/people.ts'

const anyDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

async function send(client: GoTrueClient, method: string, path: string, body?: object) {
  const { data } = await client.getSession()
  const response = await auth.app.request(path, {
    method,
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

test('an authenticator app gets all it needs, also as a QR code', async () => {
  const { client, email } = await signedUp(auth.app)
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app', issuer: 'Second Mile' })
  expect(error).toBeNull()
  const uri = new URL(data?.totp.uri ?? '')
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    `/Second Mile:${email}`,
  ])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Second Mile',
    secret: data?.totp.secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'app' })
  // The official client puts it into an address as it is: a `#` would cut it off.
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/)
})

test('without an issuer the app shows the site\'s host', async () => {
  const { client } = await signedUp(auth.app)
  const { data } = await client.mfa.enroll({ factorType: 'totp' })
  expect(new URL(data?.totp.uri ?? '').searchParams.get('issuer')).toBe('127.0.0.1')
})

test('a person\'s factors are listed, without their secrets', async () => {
  const { client } = await signedUp(auth.app)
  const { factorId, secret } = await enroll(client, 'app')
  const { data } = await client.getUser()
  expect(data.user?.factors).toEqual([
    {
      id: factorId,
      friendly_name: 'app',
      factor_type: 'totp',
      status: 'unverified',
      created_at: anyDate,
      updated_at: anyDate,
    },
  ])
  expect(JSON.stringify(data.user)).not.toContain(secret)
})

test('two factors of one person have different names, of two people the same', async () => {
  const [ruth, adam] = [await signedUp(auth.app), await signedUp(auth.app)]
  await enroll(ruth.client, 'app')
  await enroll(adam.client, 'app')
  const { error } = await ruth.client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
  expect(error).toMatchObject({
    status: 422,
    code: 'mfa_factor_name_conflict',
    message: 'A factor with the friendly name "app" for this user already exists',
  })
})

test('a person has ten factors at most, also when they are enrolled at once', async () => {
  const { client } = await signedUp(auth.app)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) => client.mfa.enroll({ factorType: 'totp', friendlyName: `app ${number}` })),
  )
  const refused = answers.flatMap(({ error }) => (error ? [error] : []))
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
})

test('a factor that nobody went on with is forgotten after five minutes', async () => {
  const { client } = await signedUp(auth.app)
  await enroll(client, 'app')
  auth.advance(300_000)
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })).error?.code).toBe(
    'mfa_factor_name_conflict',
  )
  auth.advance(1)
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })).error).toBeNull()
})

test('whoever knows the password only cannot add a factor beside a verified one', async () => {
  const { client, email } = await signedUp(auth.app)
  await prove(auth, client, await enroll(client))
  const stranger = await signedInAgain(auth.app, email)
  const { error } = await stranger.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })
  const message = 'AAL2 required to enroll a new factor'
  expect(error).toMatchObject({ status: 403, code: 'insufficient_aal', message })
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })).error).toBeNull()
})

test('whoever knows the password only cannot remove a verified factor', async () => {
  const { client, email } = await signedUp(auth.app)
  const app = await enroll(client)
  await prove(auth, client, app)
  const stranger = await signedInAgain(auth.app, email)
  expect((await stranger.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
    message: 'AAL2 required to unenroll verified factor',
  })
})

test('without its factor a session falls back to the first level', async () => {
  const { client } = await signedUp(auth.app)
  const app = await enroll(client)
  await prove(auth, client, app)
  const { data, error } = await client.mfa.unenroll({ factorId: app.factorId })
  expect([data, error]).toEqual([{ id: app.factorId }, null])
  await client.refreshSession()
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  expect(level?.currentAuthenticationMethods).toEqual([expect.objectContaining({ method: 'password' })])
})

test('an unverified factor can be removed by anyone who is signed in as its person', async () => {
  const { client } = await signedUp(auth.app)
  const { factorId } = await enroll(client)
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await client.getUser()).data.user?.factors).toBeUndefined()
})

test.each(['unenroll', 'challenge', 'verify'] as const)('nobody can %s the factor of somebody else', async (action) => {
  const [ruth, adam] = [await signedUp(auth.app), await signedUp(auth.app)]
  const { factorId } = await enroll(ruth.client)
  const { error } =
    action === 'verify'
      ? await adam.client.mfa.verify({ factorId, challengeId: randomUUID(), code: '123456' })
      : await adam.client.mfa[action]({ factorId })
  expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' })
  expect((await ruth.client.getUser()).data.user?.factors).toHaveLength(1)
})

const endless = 'x'.repeat(3000)

test.each<[string, string, string, object | undefined, number, string]>([
  ['a phone', 'POST', '/factors', { factor_type: 'phone', phone: '+15550100' }, 422, 'mfa_phone_enroll_not_enabled'],
  ['a passkey', 'POST', '/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
  ['an unknown kind', 'POST', '/factors', { factor_type: 'carrier pigeon' }, 400, 'validation_failed'],
  ['no kind', 'POST', '/factors', {}, 400, 'validation_failed'],
  ['a number for a name', 'POST', '/factors', { factor_type: 'totp', friendly_name: 7 }, 400, 'bad_json'],
  ['a name with a NUL', 'POST', '/factors', { factor_type: 'totp', friendly_name: 'a\0b' }, 400, 'bad_json'],
  ['an endless issuer', 'POST', '/factors', { factor_type: 'totp', issuer: endless }, 400, 'validation_failed'],
  ['an odd id to delete', 'DELETE', '/factors/7', undefined, 404, 'validation_failed'],
  ['an odd id to challenge', 'POST', '/factors/7/challenge', {}, 404, 'validation_failed'],
  ['an odd challenge', 'POST', `/factors/${randomUUID()}/verify`, { challenge_id: 'x', code: '1' }, 400, 'bad_json'],
])('%s is refused and stores nothing', async (_, method, path, body, status, code) => {
  const { client } = await signedUp(auth.app)
  const answer = await send(client, method, path, body)
  expect([answer.status, answer.body.error_code]).toEqual([status, code])
  expect((await client.getUser()).data.user?.factors).toBeUndefined()
})

test.each([
  ['POST', ''],
  ['DELETE', '/:id'],
  ['POST', '/:id/challenge'],
  ['POST', '/:id/verify'],
])('%s /factors%s needs somebody who is signed in', async (method, path) => {
  const response = await auth.app.request(`/factors${path.replace(':id', randomUUID())}`, { method })
  expect([response.status, (await response.json()).error_code]).toEqual([401, 'no_authorization'])
})
