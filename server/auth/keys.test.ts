import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupFault } from '../startup-fault.ts'
import { loadServiceKey, loadSigningKeys } from './keys.ts'
import { verifyAccessToken } from './tokens.ts'

const now = () => new Date('2030-05-06T07:08:09Z')
let parent: string
let folder: string

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'keys-'))
  folder = path.join(parent, 'data', 'keys')
})

afterEach(() => rm(parent, { recursive: true }))

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777
}

test('key files are for their owner only', async () => {
  const keys = await loadSigningKeys(folder, now)
  await loadServiceKey(folder, keys, now)
  expect((await readdir(folder)).toSorted()).toEqual(['service-role.jwt', 'signing-key.json'])
  expect(await modeOf(path.join(folder, 'signing-key.json'))).toBe(0o600)
  expect(await modeOf(path.join(folder, 'service-role.jwt'))).toBe(0o600)
  expect(await modeOf(folder)).toBe(0o700)
})

test('a key file that others could read is closed', async () => {
  await loadSigningKeys(folder, now)
  const file = path.join(folder, 'signing-key.json')
  await chmod(file, 0o644)
  await loadSigningKeys(folder, now)
  expect(await modeOf(file)).toBe(0o600)
})

test('the key outlives a restart', async () => {
  const first = await loadSigningKeys(folder, now)
  const second = await loadSigningKeys(folder, now)
  expect(second.published).toEqual(first.published)
  expect(await loadServiceKey(folder, second, now)).toBe(await loadServiceKey(folder, first, now))
})

test('loaders that start one upon another agree on one key', async () => {
  const loaders = Array.from({ length: 60 }, async (_, turns) => {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate()
    return loadSigningKeys(folder, now)
  })
  expect(new Set((await Promise.all(loaders)).map(({ id }) => id)).size).toBe(1)
  expect(await readdir(folder)).toEqual(['signing-key.json'])
})

test('the published key set is public and names the key', async () => {
  const { id, published } = await loadSigningKeys(folder, now)
  expect(published.keys).toEqual([
    expect.objectContaining({ kid: id, kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] }),
  ])
  expect(JSON.stringify(published)).not.toContain('"d"')
})

test.each(['', 'no json', '{"kty":"EC"}', '{"kty":"EC","crv":"P-256","x":"A","y":"A","d":"A"}'])(
  'a damaged key (%j) stops the start with a sentence',
  async (text) => {
    await loadSigningKeys(folder, now)
    await writeFile(path.join(folder, 'signing-key.json'), text)
    await expect(loadSigningKeys(folder, now)).rejects.toThrow(StartupFault)
  },
)

test('numbers that are no point of the curve stop the start with a sentence', async () => {
  const file = path.join(folder, 'signing-key.json')
  await loadSigningKeys(folder, now)
  const key = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...key, x: key.y }))
  await expect(loadSigningKeys(folder, now)).rejects.toThrow(StartupFault)
})

test('the service key speaks as service_role for ten years', async () => {
  const keys = await loadSigningKeys(folder, now)
  const token = await loadServiceKey(folder, keys, now)
  expect(await verifyAccessToken(keys, token, now)).toMatchObject({ role: 'service_role' })
  expect(decodeJwt(token).exp).toBe(Date.parse('2040-05-06T07:08:09Z') / 1000)
})

test('a service key of another signing key is replaced', async () => {
  const old = await loadServiceKey(folder, await loadSigningKeys(folder, now), now)
  await rm(path.join(folder, 'signing-key.json'))
  const keys = await loadSigningKeys(folder, now)
  const renewed = await loadServiceKey(folder, keys, now)
  expect(renewed).not.toBe(old)
  expect(await verifyAccessToken(keys, renewed, now)).toMatchObject({ role: 'service_role' })
})
