import { randomUUID } from 'node:crypto'
import { CompactSign, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { verifyAccessToken } from './access-tokens.ts'
import { type KeyRing, keyRing } from './key-ring.ts'
import { createKey, readKey, type SigningKey } from './signing-key.ts'

const now = new Date('2030-05-06T07:08:09Z')
const inAnHour = now.getTime() / 1000 + 3600
const claims = { role: 'authenticated', aud: 'authenticated', sub: randomUUID(), exp: inAnHour }
const forService = { role: 'service_role', exp: inAnHour }
let ring: KeyRing
let sessionKey: SigningKey
let serviceKey: SigningKey
let strangerKey: SigningKey

async function newKey(): Promise<SigningKey> {
  const key = await readKey(await createKey())
  if (!key) throw new Error('no key')
  return key
}

beforeAll(async () => {
  sessionKey = await newKey()
  serviceKey = await newKey()
  strangerKey = await newKey()
  const keys = [
    { purpose: 'session' as const, signsFrom: now, key: sessionKey },
    { purpose: 'service' as const, signsFrom: now, key: serviceKey },
  ]
  ring = keyRing(keys, now, 3600)
})

const sign = (payload: Record<string, unknown>, by = sessionKey, kid = by.id) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(by.privateKey)

const verify = (token: string) => {
  const keys = {
    current: async () => sessionKey,
    find: async (id: string) => ring.find(id),
    published: async () => ring.published,
  }
  return verifyAccessToken(keys, token, () => now)
}

test('a token of this key is taken at its word', async () => {
  expect(await verify(await sign(claims))).toEqual(claims)
})

test('the moment a token expires it is worth nothing', async () => {
  expect(await verify(await sign({ ...claims, exp: now.getTime() / 1000 + 1 }))).toBeDefined()
  expect(await verify(await sign({ ...claims, exp: now.getTime() / 1000 }))).toBeUndefined()
})

test.each<[string, Record<string, unknown>]>([
  ['no expiry', { ...claims, exp: undefined }],
  ['another audience', { ...claims, aud: 'somebody-else' }],
  ['no audience', { ...claims, aud: undefined }],
  ['no subject', { ...claims, sub: undefined }],
  ['a subject that is no UUID', { ...claims, sub: 'ruth' }],
  ['no role', { ...claims, role: undefined }],
  ['an unknown role', { ...claims, role: 'postgres' }],
  ['a service role that expired', { role: 'service_role', exp: 1 }],
  ['a start in the future', { ...claims, nbf: inAnHour }],
])('a token with %s is refused', async (_, payload) => {
  expect(await verify(await sign(payload))).toBeUndefined()
})

test('the service role needs neither audience nor subject', async () => {
  expect(await verify(await sign(forService, serviceKey))).toMatchObject({ role: 'service_role' })
})

test('a key speaks for nobody but those it is meant for', async () => {
  expect(await verify(await sign(forService, sessionKey))).toBeUndefined()
  expect(await verify(await sign(claims, serviceKey))).toBeUndefined()
})

test('a token of another key is refused, whatever key it names', async () => {
  expect(await verify(await sign(claims, strangerKey, sessionKey.id))).toBeUndefined()
  expect(await verify(await sign(claims, strangerKey))).toBeUndefined()
})

const oddIds = [null, 7, '', '../../etc/passwd', 'x'.repeat(43)]

test.each(oddIds)('a token that names the key %j is refused', async (kid) => {
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid })).toString('base64url')
  const [, ...rest] = (await sign(claims)).split('.')
  expect(await verify([header, ...rest].join('.'))).toBeUndefined()
})

test('a token that names no key is refused', async () => {
  const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ES256' })
    .sign(sessionKey.privateKey)
  expect(await verify(token)).toBeUndefined()
})

test('an unsigned token is refused', async () => {
  expect(await verify(new UnsecuredJWT(claims).encode())).toBeUndefined()
})

test('a token signed with the public key as a shared secret is refused', async () => {
  const secret = new TextEncoder().encode(JSON.stringify(sessionKey.published))
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: sessionKey.id }).sign(secret)
  expect(await verify(token)).toBeUndefined()
})

test('a changed claim breaks the signature', async () => {
  const [header, , signature] = (await sign(claims)).split('.')
  const forged = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url')
  expect(await verify(`${header}.${forged}.${signature}`)).toBeUndefined()
})

test.each(['', 'x', 'a.b.c', '....', 'e30.e30.'])('%j is no token', async (text) => {
  expect(await verify(text)).toBeUndefined()
})
