import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createDetailsOpener, type OpenDetails } from '../../deliveries/personal-details.ts'
import { insertOf, validRow } from '../../tests/helpers/enrollments.ts'
import { saveMany } from '../../tests/helpers/many-enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { runProgram } from '../terminal/program.ts'
import type { Progress } from '../terminal/show-progress.ts'
import { openKeyring } from './keyring.ts'
import { prepareKeys } from './prepare-keys.ts'
import { reEncrypt } from './re-encrypt.ts'
import { keyProgram } from './run.ts'

// npm run keys, while gateways run.

let outbox: TestOutbox
let folder: string
let file: string
/** As of a gateway that has been running since before. */
let open: OpenDetails

beforeEach(async () => {
  outbox = await openOutbox()
  folder = await mkdtemp(path.join(tmpdir(), 'keys-'))
  file = path.join(folder, 'personal-details.env')
  await copyFile(inject('keysFile'), file)
  open = createDetailsOpener(openKeyring(file))
})
afterEach(async () => {
  await outbox.close()
  await rm(folder, { recursive: true })
})

/** What the last command told of its progress. */
const progress: Parameters<Progress>[] = []

/** Runs one command, `answer` being what the person at the terminal types. Returns what it prints, and throws its faults. */
async function keys(line: string, answer = 'yes', { at = file, onSupabase = false } = {}): Promise<string> {
  const printed: string[] = []
  progress.length = 0
  const print = (text: string) => void printed.push(text)
  const code = await runProgram(line.split(' '), { print, printError: print }, {
    ...keyProgram,
    open: (work, { yes }) => work({ url: outbox.url, file: at, onSupabase, print, progress: (...told) => void progress.push(told), ask: async () => answer, yes }),
  })
  if (code === 2) throw new Error(printed.join('\n'))
  const secret = /^PERSONAL_DETAILS_KEYS=(.{100})/m.exec(await readFile(file, 'utf8').catch(() => ''))?.[1]
  expect(printed.join('\n')).not.toContain(secret ?? 'no file')
  return printed.join('\n')
}

const keyOf = async (id: string) =>
  (await outbox.query<{ key: number }>('select personal_details_key as key from enrollments where id = $1', [id]))[0]?.key

async function opened(id: string): Promise<unknown> {
  const [row] = await outbox.query<{ text: string }>(`select encode(personal_details, 'base64') as text from enrollments where id = $1`, [id])
  return open(row?.text ?? '', id)
}

const details = { date_of_birth: '1984-05-06', ssn_last_four: '4821' }
const start = (at = file) => prepareKeys(outbox.url, at, () => undefined)
const secretsIn = async (at = file) => /^PERSONAL_DETAILS_KEYS=(.*)$/m.exec(await readFile(at, 'utf8'))?.[1]?.split(',') ?? []

test('new enrollments get the new key, older ones keep theirs, and a gateway that runs opens both', async () => {
  const before = await outbox.save()
  expect(await opened(before)).toEqual(details)
  expect(await keys('rotate')).toMatch(/^New enrollments are encrypted with the key [0-9a-f]{16}\. Keep a copy of /)
  const after = await outbox.save()
  expect([await keyOf(before), await keyOf(after)]).toEqual([1, 2])
  expect([await opened(before), await opened(after)]).toEqual([details, details])
  expect(await secretsIn()).toHaveLength(2)
  await start()
})

test('a key that is prepared is not used before it is brought along, and is the one that the rotation takes', async () => {
  const other = path.join(folder, 'of-another-machine.env')
  await copyFile(file, other)
  expect(await keys('rotate --prepare')).toContain(`supabase secrets set --env-file ${file}`)
  await keys('rotate --prepare')
  expect(await secretsIn()).toHaveLength(2)
  expect(await keyOf(await outbox.save())).toBe(1)
  await start(other)
  await keys('rotate')
  expect(await secretsIn()).toHaveLength(2)
  expect(await keyOf(await outbox.save())).toBe(2)
  await expect(start(other)).rejects.toThrow('does not hold its private half')
})

test('where the file lacks a key in use, no key is made', async () => {
  const elsewhere = path.join(folder, 'elsewhere.env')
  for (const line of ['rotate', 'rotate --prepare']) {
    await expect(keys(line, 'yes', { at: elsewhere })).rejects.toThrow('its private half is missing: there is no')
  }
  await expect(readFile(elsewhere)).rejects.toThrow('ENOENT')
  expect(await keyOf(await outbox.save())).toBe(1)
})

test('on Supabase a key is not used before somebody has said that the function has it', async () => {
  const there = { onSupabase: true }
  await expect(keys('rotate', 'rotate', there)).rejects.toThrow('npm run keys -- rotate --prepare')
  expect(await secretsIn()).toHaveLength(1)
  await keys('rotate --prepare', '', there)
  await expect(keys('rotate', 'no', there)).rejects.toThrow('Nothing was done')
  expect(await keyOf(await outbox.save())).toBe(1)
  await keys('rotate', 'rotate', there)
  expect(await keyOf(await outbox.save())).toBe(2)
})

describe('older enrollments are encrypted anew', () => {
  test('all of them, by several at once, beside clients who save; deliveries do not notice', async () => {
    const ids = await saveMany(outbox, 250)
    await keys('rotate')
    const before = await outbox.query('select enrollment_id, version, state from deliveries order by 1')
    const places = { url: outbox.url, file }
    const [one, two] = await Promise.all([reEncrypt(places), reEncrypt(places), outbox.save()])
    expect([one.changed + two.changed, one.unreadable, two.unreadable]).toEqual([250, [], []])
    expect(await outbox.query('select count(*)::int from enrollments where personal_details_key <> 2')).toEqual([{ count: 0 }])
    expect(await outbox.query('select enrollment_id, version, state from deliveries where enrollment_id = any ($1) order by 1', [ids])).toEqual(before)
    for (const id of ids.slice(0, 5)) expect(await opened(id)).toEqual(details)
    expect(await keys('re-encrypt')).toBe('Nothing waits: the newest key encrypts every enrollment.')
  })

  test('those that no key opens stay as they are, and are named', async () => {
    const [id, broken] = [await outbox.save(), await outbox.save()]
    await outbox.query(`update enrollments set personal_details = substr(personal_details, 1, 300) where id = $1`, [broken])
    await keys('rotate')
    await expect(keys('re-encrypt')).rejects.toThrow(broken)
    expect(progress).toEqual([['Encrypting anew', 0, { of: 2 }]])
    expect([await keyOf(id), await keyOf(broken)]).toEqual([2, 1])
  })
})

describe('private halves that no enrollment needs any more go', () => {
  test('for good, once somebody has confirmed it, and the start asks for them no more', async () => {
    const id = await outbox.save()
    const [row] = await outbox.query<{ text: string }>(`select encode(personal_details, 'base64') as text from enrollments`)
    await keys('rotate')
    expect(await keys('prune --yes')).toBe('No key is without use.')
    await keys('re-encrypt')
    await expect(keys('prune', 'no')).rejects.toThrow('Nothing was done')
    expect(await keys('prune --yes')).toMatch(/^Gone for good: [0-9a-f]{40}$/)
    expect(await secretsIn()).toHaveLength(1)
    await start()
    expect(await opened(id)).toEqual(details)
    // What an old backup has stays closed, to a gateway that starts now.
    expect(await createDetailsOpener(openKeyring(file))(row?.text ?? '', id)).toBeUndefined()
  })

  test('also after a purge', async () => {
    await outbox.save()
    await keys('rotate')
    await outbox.query(`update deliveries set state = 'cancelled'`)
    await outbox.query('select purge_personal_details(0)')
    expect(await keys('prune --yes')).toMatch(/^Gone for good/)
  })

  test('not while a client who began with the older key is still saving', async () => {
    let pruned: Promise<string> | undefined
    const id = crypto.randomUUID()
    await outbox.database.transaction(async (client) => {
      await client.query(insertOf({ ...validRow(crypto.randomUUID()), user_id: null, id }))
      await keys('rotate')
      pruned = keys('prune --yes')
      const waiting = `select from pg_locks where not granted and relation = 'public.enrollments'::regclass`
      await expect.poll(async () => (await outbox.query(waiting)).length).toBe(1)
    })
    expect(await pruned).toBe('No key is without use.')
    expect(await opened(id)).toBeDefined()
  })

  test('an interrupted removal is finished by the next one', async () => {
    await outbox.save()
    await keys('rotate')
    await keys('re-encrypt')
    const both = `${file}.both`
    await copyFile(file, both)
    await keys('prune --yes')
    await copyFile(both, file)
    expect(await keys('prune --yes')).toMatch(/^Gone for good/)
  })
})

describe('a private half that is lost', () => {
  test('is given up by name only, and only if it is lost', async () => {
    await expect(keys('give-up')).rejects.toThrow("Missing required argument 'key'")
    await expect(keys('give-up 00000000')).rejects.toThrow('There is no such key')
    const name = (await keys('list')).slice(0, 16)
    await expect(keys(`give-up ${name} --yes`)).rejects.toThrow('Nothing is lost')
  })

  test('stops nothing any more once it is given up: a new key follows, what it encrypted waits for a person', async () => {
    const lost = await outbox.save()
    const name = (await keys('list')).slice(0, 16)
    await rm(file)
    await expect(start()).rejects.toThrow(`npm run keys -- give-up ${name}`)
    await expect(keys(`give-up ${name}`, 'no')).rejects.toThrow('Nothing was done')
    await keys(`give-up ${name}`, name)
    await start()
    const saved = await outbox.save()
    const running = createDetailsOpener(openKeyring(file))
    const ciphertexts = await outbox.query<{ id: string; text: string }>(`select id, encode(personal_details, 'base64') as text from enrollments`)
    const found = await Promise.all(ciphertexts.map(async ({ id, text }) => [id, await running(text, id)]))
    expect(Object.fromEntries(found)).toEqual({ [lost]: undefined, [saved]: details })
    expect(await keys('list')).toMatch(/lost +1 of them +private half not here\n.*encrypts new enrollments +1 of them +private half here$/)
  })
})

test('the list says what hangs on each key', async () => {
  await outbox.save()
  expect(await keys('list')).toMatch(/^[0-9a-f]{40} +since \d{4}-\d\d-\d\d +encrypts new enrollments +1 of them +private half here$/)
  expect(await keys('list', '', { at: path.join(folder, 'none') })).toMatch(/private half not here$/)
})
