import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/postgres.ts'
import { connectDatabase, type Database } from '../../postgres/database.ts'
import type { Log } from '../../runtime/log.ts'
import { verifyAccessToken } from '../keys/access-tokens.ts'
import { rotateNow } from '../keys/rotation.ts'
import { loadServiceKey } from '../keys/service-key.ts'
import { createKey, keyId } from '../keys/signing-key.ts'
import { openSigningKeys, type SigningKeys } from '../keys/signing-keys.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const accessTokenSeconds = 3600

let testDatabase: TestDatabase
let database: Database
let folder: string
let time: number
let logged: Parameters<Log>[]
const now = () => new Date(time)
const log: Log = (...entry) => void logged.push(entry)
const open = () => openSigningKeys({ database, now, log, accessTokenSeconds })
const rotate = (purpose: 'session' | 'service') => rotateNow({ database, now, accessTokenSeconds }, purpose)

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  logged = []
  database = connectDatabase(testDatabase.url, log)
  folder = await mkdtemp(path.join(tmpdir(), 'keys-'))
  time = Date.parse('2030-05-06T07:08:09Z')
})

afterEach(async () => {
  await database.close()
  await testDatabase.drop()
  await rm(folder, { recursive: true })
})

const claims = { role: 'authenticated', aud: 'authenticated', sub: '00000000-0000-4000-8000-000000000000' }

async function tokenBy(keys: SigningKeys): Promise<string> {
  const { id, privateKey } = await keys.current('session')
  const exp = Math.floor(time / 1000) + accessTokenSeconds
  return new SignJWT({ ...claims, exp }).setProtectedHeader({ alg: 'ES256', kid: id }).sign(privateKey)
}

const isGood = async (keys: SigningKeys, token: string) => (await verifyAccessToken(keys, token, now)) !== undefined
const currentId = async (keys: SigningKeys) => (await keys.current('session')).id
const publishedIds = async (keys: SigningKeys) => (await keys.published()).keys.map(({ kid }) => kid)

test('the keys outlive a restart', async () => {
  const first = await open()
  const second = await open()
  expect(await second.published()).toEqual(await first.published())
})

test('gateways that start at once on one database agree on their keys', async () => {
  const rings = await Promise.all(Array.from({ length: 8 }, open))
  expect(new Set(await Promise.all(rings.map(currentId))).size).toBe(1)
  expect(await publishedIds(await open())).toHaveLength(2)
})

test('nobody but the login of the gateway reads the keys', async () => {
  await open()
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const reading = database.transactionAs({ role }, (client) => client.query('select from gateway.signing_keys'))
    await expect(reading).rejects.toThrow('permission denied')
  }
})

test('a key is replaced after ninety days, and published ten minutes before it signs', async () => {
  const keys = await open()
  const first = await currentId(keys)
  time += 90 * dayMs
  expect(await currentId(keys)).toBe(first)
  expect(await publishedIds(keys)).toHaveLength(3)
  time += 10 * minuteMs
  expect(await currentId(keys)).toBe(first)
  time += minuteMs
  const second = await currentId(keys)
  expect(second).not.toBe(first)
  expect(await publishedIds(keys)).toContain(second)
})

test('the former key verifies until its last token has expired, then it is gone', async () => {
  const keys = await open()
  const first = await currentId(keys)
  await rotate('session')
  time += 11 * minuteMs
  const last = await tokenBy(await openBefore(first, keys))
  time += accessTokenSeconds * 1000 - 1
  expect(await isGood(keys, last)).toBe(true)
  expect(await publishedIds(keys)).toContain(first)
  time += 10 * minuteMs + 1
  expect(await publishedIds(keys)).not.toContain(first)
  await rotate('session')
  const { rows } = await database.transaction((client) => client.query('select kid from gateway.signing_keys'))
  expect(rows.map(({ kid }) => kid)).not.toContain(first)
})

/** The keys of a gateway that has not loaded the new one yet. */
async function openBefore(first: string, keys: SigningKeys): Promise<SigningKeys> {
  const found = await keys.find(first)
  if (!found) throw new Error('the former key is gone')
  return { ...keys, current: async () => found.key }
}

test('gateways that rotate at once end with one new key', async () => {
  const keys = await open()
  const moments = await Promise.all([rotate('session'), rotate('session'), rotate('session')])
  expect(new Set(moments.map(({ signsFrom }) => signsFrom.getTime())).size).toBe(1)
  time += minuteMs
  expect(await publishedIds(keys)).toHaveLength(3)
})

test('another gateway\'s new key is noticed within a minute', async () => {
  const [here, there] = [await open(), await open()]
  await rotate('session')
  time += minuteMs
  expect(await publishedIds(here)).toEqual(await publishedIds(there))
  expect(await publishedIds(here)).toHaveLength(3)
})

test('a token of a key that is not known yet is looked up at once', async () => {
  const here = await open()
  await database.transaction((client) => client.query('delete from gateway.signing_keys'))
  const there = await open()
  time += 5_000
  expect(await isGood(here, await tokenBy(there))).toBe(true)
})

test('forged key ids lead to one look into the database in five seconds', async () => {
  const keys = await open()
  let looks = 0
  const query = database.query.bind(database)
  database.query = (statement) => {
    looks += 1
    return query(statement)
  }
  time += 5_000
  const ids = await Promise.all(Array.from({ length: 50 }, async () => keyId(await createKey())))
  await Promise.all(ids.map((id) => keys.find(id)))
  for (const id of ids) expect(await keys.find(id)).toBeUndefined()
  expect(looks).toBe(1)
})

test('while the database is away the keys at hand go on', async () => {
  const keys = await open()
  const token = await tokenBy(keys)
  await testDatabase.drop()
  time += minuteMs
  expect(await isGood(keys, token)).toBe(true)
  expect(logged.at(-1)?.[0]).toBe('signing-keys-not-read')
  testDatabase = await createTestDatabase()
})

test.each([
  ['half a key', `private_jwk = '{"kty":"EC"}'`],
  [
    'numbers that are no point of the curve',
    `private_jwk = private_jwk || jsonb_build_object('y', private_jwk -> 'x')`,
  ],
  ['a key under another id', `kid = 'x'`],
])('%s in the table stops the start with a sentence', async (_, change) => {
  await open()
  await database.transaction((client) =>
    client.query(`update gateway.signing_keys set ${change} where purpose = 'session'`),
  )
  await expect(open()).rejects.toThrow('is damaged. Restore it from a backup, or delete its row')
})

test('the service token is for its owner only, speaks as service_role and lasts ten years', async () => {
  const keys = await open()
  const inner = path.join(folder, 'inner')
  const token = await loadServiceKey(inner, keys, now)
  expect((await stat(path.join(inner, 'service-role.jwt'))).mode & 0o777).toBe(0o600)
  expect((await stat(inner)).mode & 0o777).toBe(0o700)
  expect(await readdir(inner)).toEqual(['service-role.jwt'])
  expect(await verifyAccessToken(keys, token, now)).toMatchObject({ role: 'service_role' })
  expect(decodeJwt(token).exp).toBe(Date.parse('2040-05-06T07:08:09Z') / 1000)
})

test('people\'s keys are replaced without any change to the service token', async () => {
  const keys = await open()
  const token = await loadServiceKey(folder, keys, now)
  time += 91 * dayMs
  await currentId(keys)
  time += dayMs
  expect(await loadServiceKey(folder, keys, now)).toBe(token)
})

test('a replaced service key has a new token at once, and the former one for a day', async () => {
  const keys = await open()
  const former = await loadServiceKey(folder, keys, now)
  time += minuteMs
  await rotate('service')
  time += minuteMs
  const renewed = await loadServiceKey(folder, keys, now)
  expect(decodeProtectedHeader(renewed).kid).not.toBe(decodeProtectedHeader(former).kid)
  expect(await readFile(path.join(folder, 'service-role.jwt'), 'utf8')).toBe(renewed)
  expect([await isGood(keys, former), await isGood(keys, renewed)]).toEqual([true, true])
  time += dayMs
  expect([await isGood(keys, former), await isGood(keys, renewed)]).toEqual([false, true])
})

test('a service token that nobody signed is replaced', async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'service-role.jwt'), 'nothing')
  const keys = await open()
  expect(await isGood(keys, await loadServiceKey(folder, keys, now))).toBe(true)
})
