import { createLocalJWKSet, errors, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTokenVerifier } from './verify-token.ts'

const userId = '6f1c1a52-8d5b-4f62-9f2e-3d1f0a8b7c11'
const now = new Date('2030-01-01T12:00:00Z')
const seconds = (offset: number) => Math.floor(now.getTime() / 1000) + offset

const own = await generateKeyPair('ES256', { extractable: true })
const foreign = await generateKeyPair('ES256', { extractable: true })
const publicKey = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256' }
const verify = createTokenVerifier(createLocalJWKSet({ keys: [publicKey] }), () => now)

const sessionId = '0d2f4a68-7c1b-4e35-9a80-5b6c7d8e9f01'
const session = { session_id: sessionId, aal: 'aal2' }
const claims = { sub: userId, aud: 'authenticated', role: 'authenticated', exp: seconds(60), ...session }
const sign = (payload: Record<string, unknown>, key = own.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'own' }).sign(key)

test('names the user of a valid access token, the session and its assurance level', async () => {
  expect(await verify(await sign(claims))).toEqual({ userId, sessionId, aal: 'aal2' })
})

test.each([undefined, null])('the assurance level %s is none', async (aal) => {
  expect(await verify(await sign({ ...claims, aal }))).toEqual({ userId, sessionId, aal: null })
})

test.each([
  ['an expired token', { ...claims, exp: seconds(-1) }],
  ['a token without an end', { ...claims, exp: undefined }],
  ['a token that is not valid yet', { ...claims, nbf: seconds(60) }],
  ['a token for another audience', { ...claims, aud: 'else' }],
  ['a token without an audience', { ...claims, aud: undefined }],
  ['a token of another role', { ...claims, role: 'service_role' }],
  ['a token without a user', { ...claims, sub: undefined }],
  ['a token whose user is no UUID', { ...claims, sub: 'or 1=1' }],
  ['a token without a session', { ...claims, session_id: undefined }],
  ['a token whose session is no UUID', { ...claims, session_id: 'or 1=1' }],
  ['a token whose assurance level is no text', { ...claims, aal: ['aal2'] }],
])('refuses %s', async (_, payload) => {
  expect(await verify(await sign(payload))).toBeUndefined()
})

test('refuses a token that somebody else has signed', async () => {
  expect(await verify(await sign(claims, foreign.privateKey))).toBeUndefined()
})

test('refuses a token without a signature', async () => {
  expect(await verify(new UnsecuredJWT(claims).encode())).toBeUndefined()
})

test('refuses a token signed with the public key as a shared secret', async () => {
  const secret = new TextEncoder().encode(JSON.stringify(publicKey))
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'own' }).sign(secret)
  expect(await verify(token)).toBeUndefined()
})

test('refuses a token with one character changed in its payload', async () => {
  const [header = '', payload = '', signature = ''] = (await sign(claims)).split('.')
  const changed = `${payload.slice(0, 10)}${payload[10] === 'A' ? 'B' : 'A'}${payload.slice(11)}`
  expect(await verify(`${header}.${changed}.${signature}`)).toBeUndefined()
})

test.each(['', 'a', 'a.b.c', '..', 'e30.e30.e30', '\u00e9.\u00e9.\u00e9'])('refuses %j', async (token) => {
  expect(await verify(token)).toBeUndefined()
})

test('keys that cannot be had are a failure of its own, not a bad token', async () => {
  const unreachable = createTokenVerifier(() => Promise.reject(new errors.JWKSTimeout()), () => now)
  await expect(unreachable(await sign(claims))).rejects.toThrow(errors.JWKSTimeout)
})
