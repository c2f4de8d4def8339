import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartupFault } from '../runtime/startup-fault.ts'
import { writeArchive } from './archive.ts'
import { type About, formatName } from './format.ts'
import { createSealer, identitiesOf, newIdentity } from './lock.ts'
import { readBackup } from './read.ts'

// A passphrase is stretched for a second on purpose, and longer on a busy machine.
const scryptTimeoutMs = 120_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newFile = () => path.join(folder, crypto.randomUUID())
const bytes = (text: string) => new TextEncoder().encode(text)

const about: About = {
  format: formatName,
  formatVersion: 1,
  product: '0.2.0',
  postgres: '17.1',
  place: 'gateway',
  takenAt: '2026-03-01T12:00:00.000Z',
  migrations: { baseline: [], project: [] },
  tables: [
    { name: 'auth.users', columns: ['id'], key: ['id'] },
    { name: 'auth.empty', columns: ['id'], key: ['id'] },
    { name: 'public.enrollments', columns: ['id', 'city'], key: ['id'] },
  ],
  sequences: [],
  shape: [],
}

const head: [string, string] = ['about.json', JSON.stringify(about)]
const first: [string, string] = ['auth.users/000001.copy', '1\n2\n']
const second: [string, string] = ['auth.users/000002.copy', '3\n']
const third: [string, string] = ['public.enrollments/000001.copy', '1\tSpring\\nfield\n']
const sumOf = ([name, text]: [string, string]) => ({ name, rows: text.split('\n').length - 1, sha256: createHash('sha256').update(text).digest('hex') })
const sums: [string, string] = ['sums.json', JSON.stringify({ parts: [first, second, third].map(sumOf) })]
const whole: [string, string][] = [head, first, second, third, sums]

async function archiveOf(entries: [string, string][], seal?: Parameters<typeof writeArchive>[1]): Promise<string> {
  const file = newFile()
  await writeArchive(file, seal, async (add) => {
    for (const [name, text] of entries) await add(name, bytes(text))
  })
  return file
}

async function faultOf(file: string): Promise<string> {
  const error: unknown = await readBackup(file, undefined).catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(StartupFault)
  return error instanceof StartupFault ? error.message : ''
}

test('a whole backup gives its parts in order, and how many rows each table has', async () => {
  const seen: string[] = []
  const contents = await readBackup(await archiveOf(whole), undefined, async ({ table, content }) => {
    seen.push(`${table} ${new TextDecoder().decode(content)}`)
  })
  expect(seen).toEqual(['auth.users 1\n2\n', 'auth.users 3\n', 'public.enrollments 1\tSpring\\nfield\n'])
  expect([...contents.rows]).toEqual([['auth.users', 3], ['auth.empty', 0], ['public.enrollments', 1]])
})

test('it is an ordinary archive that only its owner may read', async () => {
  const file = await archiveOf(whole)
  const content = gunzipSync(await readFile(file))
  expect(content.subarray(0, 10).toString()).toBe('about.json')
})

test.each<[string, [string, string][]]>([
  ['a part is missing', [head, first, third, sums]],
  ['two parts changed places', [head, second, first, third, sums]],
  ['two tables changed places', [head, third, first, second, sums]],
  ['a part is there twice', [head, first, first, second, third, sums]],
  ['a row was changed', [head, first, [second[0], '4\n'], third, sums]],
  ['a row was added', [head, first, [second[0], '3\n4\n'], third, sums]],
  ['a table is unknown', [head, first, second, third, ['public.other/000001.copy', '1\n'], sums]],
  ['something follows the end', [...whole, third]],
  ['the end is missing', whole.slice(0, -1)],
  ['the sums are those of another one', [...whole.slice(0, -1), ['sums.json', '{"parts":[]}']]],
  ['the sums are not readable', [...whole.slice(0, -1), ['sums.json', '{"parts":']]],
])('it is refused where %s', async (_, entries) => {
  expect(await faultOf(await archiveOf(entries))).toMatch(/ is damaged: /)
})

test('what is missing is named, and nothing behind it counts', async () => {
  const seen: string[] = []
  const take = async ({ table }: { table: string }) => void seen.push(table)
  const reading = async (entries: [string, string][]) => readBackup(await archiveOf(entries), undefined, take)
  await expect(reading([head, second, sums])).rejects.toThrow(`what is missing in it: ${first[0]}, ${third[0]}.`)
  expect(seen).toEqual([])
  const many = Array.from({ length: 12 }, (_, index) => ({ ...sumOf(first), name: `auth.users/${String(index + 1).padStart(6, '0')}.copy` }))
  await expect(reading([head, first, ['sums.json', JSON.stringify({ parts: many })]])).rejects.toThrow(/: auth\.users\/000002\.copy, .*000011\.copy, and 1 others\.$/)
})

test('cut off anywhere, it is refused', async () => {
  const content = await readFile(await archiveOf(whole))
  for (let length = 0; length < content.length; length += Math.ceil(content.length / 60)) {
    const file = newFile()
    await writeFile(file, content.subarray(0, length))
    expect(await faultOf(file)).toMatch(/damaged|no backup/)
  }
})

test('with any bit turned over, it is refused or reads the same', async () => {
  const content = await readFile(await archiveOf(whole))
  const good = JSON.stringify(await readBackup(await archiveOf(whole), undefined))
  const readings: (string | undefined)[] = []
  for (let at = 0; at < content.length; at += Math.ceil(content.length / 200)) {
    const changed = Buffer.from(content)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    const file = newFile()
    await writeFile(file, changed)
    readings.push(await readBackup(file, undefined).then((contents) => JSON.stringify(contents), () => undefined))
  }
  // The header of gzip holds a time and a system, which change nothing.
  expect(readings.filter((each) => each !== undefined && each !== good)).toEqual([])
  expect(readings.filter((each) => each === undefined).length).toBeGreaterThan(readings.length * 0.9)
})

test.each([
  ['text', () => bytes('hello')],
  ['another archive', () => gzipSync('hello')],
  ['nothing', () => new Uint8Array()],
])('another file is refused: %s', async (_, content) => {
  const file = newFile()
  await writeFile(file, content())
  expect(await faultOf(file)).toMatch(/is damaged/)
})

test('one of a newer version says so', async () => {
  const newer: [string, string] = ['about.json', JSON.stringify({ format: formatName, formatVersion: 2 })]
  expect(await faultOf(await archiveOf([newer, ...whole.slice(1)]))).toMatch(/made by a newer version of this program: update first\.$/)
})

describe('encrypted', () => {
  test('for recipients: whoever wrote it can read it back, they can, and nobody else', async () => {
    const [theirs, other] = [await newIdentity(new Date()), await newIdentity(new Date())]
    const sealer = await createSealer({ recipients: [theirs.recipient] })
    const file = await archiveOf(whole, sealer.seal)
    expect((await readFile(file)).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    const read = (identities: string[]) => readBackup(file, { identities })
    expect((await readBackup(file, sealer.key)).rows.get('auth.users')).toBe(3)
    expect((await read(identitiesOf(theirs.text))).rows.get('auth.users')).toBe(3)
    await expect(read(identitiesOf(other.text))).rejects.toThrow('is encrypted for another identity or passphrase.')
    expect(await faultOf(file)).toMatch(/is encrypted: name the file with its identity/)
  })

  test('with a passphrase', async () => {
    const sealer = await createSealer({ passphrase: 'correct horse battery' })
    const file = await archiveOf(whole, sealer.seal)
    expect((await readBackup(file, { passphrase: 'correct horse battery' })).rows.get('auth.users')).toBe(3)
    await expect(readBackup(file, { passphrase: 'wrong horse battery' })).rejects.toThrow('is encrypted for another')
  }, scryptTimeoutMs)

  test('cut off anywhere, it is refused', async () => {
    const sealer = await createSealer({ recipients: [(await newIdentity(new Date())).recipient] })
    const content = await readFile(await archiveOf(whole, sealer.seal))
    for (let length = 30; length < content.length; length += Math.ceil(content.length / 20)) {
      const file = newFile()
      await writeFile(file, content.subarray(0, length))
      await expect(readBackup(file, sealer.key)).rejects.toThrow(StartupFault)
    }
  })

  test('a recipient that is none is a sentence', async () => {
    await expect(createSealer({ recipients: ['age1x'] })).rejects.toThrow('age1x is no recipient of age: they begin with age1.')
  })
})
