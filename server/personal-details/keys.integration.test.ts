import { chmod, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readKey } from 'openpgp'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createDetailsOpener } from '../../deliveries/personal-details.ts'
import { insertOf } from '../../tests/helpers/enrollments.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { connectDatabase, type Database } from '../postgres/database.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { openKeyring } from './keyring.ts'
import { prepareKeys } from './prepare-keys.ts'

// What a start does about the keys of personal details (R-DETAILS-ENCRYPTED).

let testDatabase: TestDatabase
let database: Database
let folder: string
let file: string
let logged: unknown[]

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase(testDatabase.url, () => undefined)
  await query('truncate private.personal_details_keys restart identity')
  folder = await mkdtemp(path.join(tmpdir(), 'keys-'))
  file = path.join(folder, 'data/keys/personal-details.env')
  logged = []
})

afterEach(async () => {
  await database.close()
  await testDatabase.drop()
  await rm(folder, { recursive: true })
})

const start = (at = file) => prepareKeys(testDatabase.url, at, (...entry) => void logged.push(entry))
const query = <Row extends object>(text: string) => database.query<Row>({ text })
const keys = () => query<{ fingerprint: string }>('select fingerprint from private.personal_details_keys order by id')

async function save(): Promise<string> {
  const [row] = await database.transaction(async (client) => {
    const { text, values } = insertOf({ date_of_birth: '1980-02-29', ssn_last_four: '0042' })
    return (await client.query<{ id: string }>(`${text} returning id`, values)).rows
  })
  return row?.id ?? ''
}

async function opened(id: string, at = file): Promise<unknown> {
  const [row] = await query<{ ciphertext: string }>(`select encode(personal_details, 'base64') as ciphertext from enrollments where id = '${id}'`)
  return createDetailsOpener(openKeyring(at))(row?.ciphertext ?? '', id)
}

async function sentenceOf(starting: Promise<void>): Promise<string> {
  const error: unknown = await starting.catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(StartupFault)
  return error instanceof StartupFault ? error.message : ''
}

test('the first start makes a key whose private half only its owner reads, and later ones keep it', async () => {
  await start()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = await readFile(file, 'utf8')
  expect(logged).toEqual([['personal-details-key-created', { file }]])
  const id = await save()
  await start()
  expect(await keys()).toHaveLength(1)
  expect(await readFile(file, 'utf8')).toBe(text)
  expect(await opened(id)).toEqual({ date_of_birth: '1980-02-29', ssn_last_four: '0042' })
})

test('the database has the public half only', async () => {
  await start()
  const [row] = await query<{ public_key: Buffer }>('select public_key from private.personal_details_keys')
  const key = await readKey({ binaryKey: new Uint8Array(row?.public_key ?? []) })
  expect([key.isPrivate(), key.getFingerprint()]).toEqual([false, (await keys())[0]?.fingerprint])
})

test('gateways that start at once on one folder agree on one key', async () => {
  await Promise.all(Array.from({ length: 6 }, () => start()))
  expect(await keys()).toHaveLength(1)
  expect(await opened(await save())).toBeDefined()
})

test('of gateways that start at once on folders of their own, those without the private half refuse and make none', async () => {
  const files = Array.from({ length: 4 }, (_, index) => path.join(folder, `${index}/keys/k.env`))
  const outcomes = await Promise.allSettled(files.map((each) => start(each)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  const there = await Promise.allSettled(files.map((each) => stat(each)))
  expect(there.map(({ status }) => status)).toEqual(outcomes.map(({ status }) => status))
})

test('a start that was interrupted after writing the file goes on with that key', async () => {
  await start()
  const [first] = await keys()
  await query('delete from private.personal_details_keys')
  await start()
  expect(await keys()).toEqual([first])
})

test('a second gateway takes the copied file', async () => {
  await start()
  const copy = path.join(folder, 'copy.env')
  await copyFile(file, copy)
  await start(copy)
  expect(await opened(await save(), copy)).toBeDefined()
})

describe('a private half that is missing or wrong is a sentence at the start', () => {
  test('the file is gone: none is made in its place', async () => {
    await start()
    const [key] = await keys()
    await rm(file)
    const sentence = await sentenceOf(start())
    expect(sentence).toContain(`with the key ${key?.fingerprint.slice(0, 16)}, and its private half is missing: there is no ${file}`)
    expect(sentence).toMatch(/Copy the file here from its backup .* PERSONAL_DETAILS_KEYS_FILE.* npm run keys -- give-up [0-9a-f]{16}$/)
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('the file cannot be read, or cannot be made', async () => {
    await start()
    expect(await sentenceOf(start(folder))).toMatch(/^The file of private keys \S+ cannot be read \(EISDIR\)\. Correct its owner/)
    await query('truncate private.personal_details_keys restart identity')
    const below = path.join(file, 'keys/more.env')
    expect(await sentenceOf(start(below))).toMatch(/^The file of private keys \S+more\.env cannot be written \((ENOTDIR|EEXIST)\)\./)
    expect(await keys()).toEqual([])
  })

  test('the file has another key', async () => {
    await start()
    await copyFile(inject('keysFile'), file)
    expect(await sentenceOf(start())).toContain(`${file} does not hold its private half`)
  })

  test.each([
    ['cut off', (text: string) => text.slice(0, -200)],
    ['empty', () => ''],
    ['something else', () => 'PERSONAL_DETAILS_KEYS=aGVsbG8=\n'],
    ['half of a key', (text: string) => text.replace(/=(.{400}).*/, '=$1')],
  ])('the file is damaged: %s', async (_, damage) => {
    await start()
    await writeFile(file, damage(await readFile(file, 'utf8')))
    expect(await sentenceOf(start())).toMatch(/personal-details\.env (is damaged: it holds no whole line|does not hold)/)
  })

  test('the public key in the database was replaced, under the same name', async () => {
    await start()
    const [first] = await keys()
    const other = path.join(folder, 'other.env')
    await query('update private.personal_details_keys set lost_at = now()')
    await start(other)
    await query(`update private.personal_details_keys former set lost_at = null, public_key = newer.public_key
      from private.personal_details_keys newer where former.lost_at is not null and newer.lost_at is null`)
    await query('update private.personal_details_keys set lost_at = now() where id = 2')
    const sentence = await sentenceOf(start())
    expect(sentence).toContain(`The key ${first?.fingerprint.slice(0, 16)} of the database is not the one in ${file}`)
  })

  test('the private half of an older key that is still needed is gone', async () => {
    await start()
    const former = await readFile(file, 'utf8')
    await query('update private.personal_details_keys set retired_at = now()')
    await rm(file)
    await start()
    await query('update private.personal_details_keys set retired_at = null')
    expect(await sentenceOf(start())).toContain('does not hold its private half')
    await writeFile(file, former)
    expect(await sentenceOf(start())).toContain('does not hold its private half')
  })
})

test('what others may read is theirs no more', async () => {
  await start()
  await chmod(file, 0o644)
  await start()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
