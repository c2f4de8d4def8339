import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CompactSign, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSigningKeys, type SigningKeys } from './keys.ts'
import { verifyAccessToken } from './tokens.ts'

const now = new Date('2030-05-06T07:08:09Z')
const inAnHour = now.getTime() / 1000 + 3600
const claims = { role: 'authenticated', aud: 'authenticated', sub: randomUUID(), exp: inAnHour }
const folders: string[] = []
let keys: SigningKeys
let otherKeys: SigningKeys

async function newKeys(): Promise<SigningKeys> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tokens-'))
  folders.push(folder)
  return loadSigningKeys(folder, () => now)
}

beforeAll(async () => {
  keys = await newKeys()
  otherKeys = await newKeys()
})

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const sign = (payload: Record<string, unknown>, by: SigningKeys = keys) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', kid: keys.id })
    .sign(by.privateKey)
const verify = (token: string) => verifyAccessToken(keys, token, () => now)

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
  expect(await verify(await sign({ role: 'service_role', exp: inAnHour }))).toMatchObject({ role: 'service_role' })
})

test('a token of another key is refused, whatever key it names', async () => {
  expect(await verify(await sign(claims, otherKeys))).toBeUndefined()
})

test('an unsigned token is refused', async () => {
  expect(await verify(new UnsecuredJWT(claims).encode())).toBeUndefined()
})

test('a token signed with the public key as a shared secret is refused', async () => {
  const secret = new TextEncoder().encode(JSON.stringify(keys.published.keys[0]))
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: keys.id }).sign(secret)
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
