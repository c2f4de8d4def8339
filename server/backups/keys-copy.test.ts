import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeyPair, writeKeyFile } from '../personal-details/key-file.ts'
import { copyKeys, restoreKeys } from './keys-copy.ts'
import { identitiesOf, newIdentity } from './lock.ts'

// A passphrase is stretched for a second on purpose, and longer on a busy machine.
const scryptTimeoutMs = 120_000

let folder: string
let keysFile: string
let text: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keys-copy-'))
  keysFile = path.join(folder, 'data/keys/personal-details.env')
  await writeKeyFile(keysFile, [await createKeyPair()])
  text = await readFile(keysFile, 'utf8')
})
afterAll(() => rm(folder, { recursive: true }))

let copy: string
let restored: string
beforeEach(() => {
  copy = path.join(folder, `${crypto.randomUUID()}/copy`)
  restored = path.join(folder, `${crypto.randomUUID()}/keys/personal-details.env`)
})

test('a copy goes back to its place, for its owner alone', async () => {
  expect(await copyKeys(keysFile, copy, undefined)).toBe(1)
  expect(await restoreKeys(copy, undefined, restored)).toBe(1)
  expect(await readFile(restored, 'utf8')).toBe(text)
  for (const file of [copy, restored]) expect((await stat(file)).mode & 0o777).toBe(0o600)
  // PostgreSQL, run by root as another user, gets to the database of this data folder, and not to the keys.
  const [keys, data] = [path.dirname(restored), path.dirname(path.dirname(restored))]
  expect([(await stat(keys)).mode & 0o777, (await stat(data)).mode & 0o111]).toEqual([0o700, 0o111 & ~process.umask()])
})

test('encrypted for a recipient or with a passphrase, only these open it', async () => {
  const { text: identity, recipient } = await newIdentity(new Date())
  await copyKeys(keysFile, copy, { recipients: [recipient] })
  expect(await readFile(copy, 'latin1')).not.toContain('PERSONAL_DETAILS_KEYS')
  await expect(restoreKeys(copy, undefined, restored)).rejects.toThrow('is encrypted: name the file with its identity')
  await expect(restoreKeys(copy, { passphrase: 'not that one' }, restored)).rejects.toThrow('is encrypted for another identity or passphrase')
  expect(await restoreKeys(copy, { identities: identitiesOf(identity) }, restored)).toBe(1)
  await copyKeys(keysFile, `${copy}-2`, { passphrase: 'four words of mine' })
  expect(await restoreKeys(`${copy}-2`, { passphrase: 'four words of mine' }, `${restored}-2`)).toBe(1)
}, scryptTimeoutMs)

test('nothing is written over, and the same keys may be put back twice', async () => {
  await copyKeys(keysFile, copy, undefined)
  await expect(copyKeys(keysFile, copy, undefined)).rejects.toThrow(`${copy} exists already.`)
  expect(await restoreKeys(copy, undefined, keysFile)).toBe(1)
  const others = path.join(folder, 'others.env')
  await writeKeyFile(others, [await createKeyPair()])
  await expect(restoreKeys(copy, undefined, others)).rejects.toThrow(`${others} exists already.`)
})

test('a file that holds no keys is neither copied nor put back', async () => {
  const damaged = path.join(folder, 'damaged.env')
  await writeFile(damaged, text.slice(0, -200))
  await expect(copyKeys(damaged, copy, undefined)).rejects.toThrow(`${damaged} is damaged, or no file with the keys.`)
  await expect(restoreKeys(damaged, undefined, restored)).rejects.toThrow(`${damaged} is damaged, or no file with the keys.`)
  await expect(copyKeys(path.join(folder, 'missing'), copy, undefined)).rejects.toThrow('There are no keys yet')
})
