import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asPostgrest } from '../../tests/helpers/as-postgrest.ts'
import { openDisputeSystem } from '../../tests/helpers/dispute-system.ts'
import { insertOf, validRow } from '../../tests/helpers/enrollments.ts'
import { startGateway, type TestGateway } from '../../tests/helpers/gateway.ts'
import { arrivedAt, ask, expectResident, type LivedIn, liveIn, outboxOf, statesOf } from '../../tests/helpers/lived-in.ts'
import { onboard } from '../../tests/helpers/onboard.ts'
import { createOwnDatabase } from '../../tests/helpers/own-database.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'
import { openSupabaseDatabase, type SupabaseDatabase } from '../../tests/helpers/supabase-database.ts'
import { createDetailsOpener } from '../../deliveries/personal-details.ts'
import { drain } from '../../deliveries/drain.ts'
import { wait } from '../../deliveries/wait.ts'
import type { BackendSettings } from '../backend.ts'
import { createSqlStore } from '../deliveries/sql-store.ts'
import { openKeyring } from '../personal-details/keyring.ts'
import { connectDatabase } from '../postgres/database.ts'
import { superuserUrl } from '../postgres/embedded.ts'
import { restoreIntoFolder } from './into-folder.ts'
import { moveInstallation } from './move.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

// R-BACKUP and R-HOLD, from a lived-in installation to each kind of place.

let folder: string
let file: string
let source: TestDatabase
let before: LivedIn
let outbox: unknown[]
/** What has arrived at the dispute system from the source. */
let arrived: string[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backups-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  file = path.join(folder, 'backup.tar.gz')
  source = await createTestDatabase()
  const gateway = await startGateway(undefined, { at: { databaseUrl: source.url, dataFolder: path.join(folder, 'source'), keysFile: inject('keysFile') } })
  before = await liveIn(gateway, source.url)
  // While the gateway is running.
  await takeBackup({ url: source.url, file })
  arrived = await arrivedAt(gateway)
  await gateway.stop()
  outbox = await outboxOf(source.url)
})
afterAll(async () => {
  await source?.drop()
  await rm(folder, { recursive: true, force: true })
})

test('the installation that was backed up has sent one form', () => expect(arrived).toEqual([before.delivered]))

/** Starts a gateway on a restored database. */
async function expectToGoOn(at: Pick<BackendSettings, 'databaseUrl' | 'dataFolder'>): Promise<void> {
  const gateway = await startGateway(undefined, { at: { ...at, keysFile: inject('keysFile') } })
  try {
    await expectAsBefore(gateway, at.databaseUrl ?? (await superuserUrl(at.dataFolder)))
  } finally {
    await gateway.stop()
  }
}

/** Everything that has to be true of it. */
async function expectAsBefore(gateway: TestGateway, databaseUrl: string): Promise<void> {
  expect(await outboxOf(databaseUrl)).toEqual(outbox)
  await expectResident(gateway.url, before.resident)

  const staff = openStaffTerminal(databaseUrl)
  const fresh = await onboard(gateway.url)
  expect(await fresh.submit()).toEqual([503, 'queued'])
  expect((await staff.doctor()).output).toMatch(/^warning +Hold +nothing is sent since .* after a restore: npm run enrollments -- release --all$/m)
  expect((await staff.doctor()).output).toMatch(/Staff log +unbroken, 1 entries/)
  const ready = await fetch(`${gateway.url}/readyz`, { headers: { authorization: `Bearer ${gateway.serviceKey}` } })
  expect(await ready.json()).toMatchObject({ deliveries: { held: true } })
  expect(await arrivedAt(gateway)).toEqual([])

  // The new one waits, too, but certainly was not sent.
  const unsure = await staff.run('release --all')
  expect(unsure).toMatchObject({ exitCode: 1, faults: expect.stringMatching(/^3 waited when the backup was made\./) })
  expect((await staff.run('release --all --review')).output).toMatch(/^3 need a person now: .*\nReleased: 1 are sent, one after another\.$/)
  await expect.poll(() => statesOf(databaseUrl), { timeout: 60_000 }).toEqual({
    [before.delivered]: 'delivered',
    ...Object.fromEntries([...before.queued, before.sending, before.review].map((id) => [id, 'needs_review'])),
    [fresh.id]: 'delivered',
  })
  expect(await arrivedAt(gateway)).toEqual([fresh.id])
  expect(await staff.run('release --all')).toMatchObject({ exitCode: 1, faults: 'Nothing is held.' })
}

test('an empty data folder', async () => {
  const dataFolder = path.join(folder, 'embedded')
  const { difference } = await restoreIntoFolder(dataFolder, { file })
  expect(difference).toEqual({ missing: [], added: [] })
  await expectToGoOn({ databaseUrl: undefined, dataFolder })
})

describe('an own PostgreSQL, by a login that is no superuser', () => {
  let own: TestDatabase
  beforeAll(async () => {
    own = await createOwnDatabase()
  })
  afterAll(() => own?.drop())

  test('goes on', async () => {
    const { difference } = await restoreBackup({ file, url: own.url })
    expect(difference).toEqual({ missing: [], added: [] })
    await expectToGoOn({ databaseUrl: own.url, dataFolder: path.join(folder, 'own') })
  })
})

describe('Supabase: the schema auth belongs to another role, and the login is no superuser', () => {
  let supabase: SupabaseDatabase
  beforeAll(async () => {
    supabase = await openSupabaseDatabase()
  })
  afterAll(() => supabase?.close())

  test('accounts and deliveries are there as they were, clients onboard, and nothing is sent twice', async () => {
    const { difference, to } = await restoreBackup({ file, url: supabase.url })
    expect({ difference, to }).toEqual({ difference: { missing: [], added: [] }, to: 'supabase' })
    expect(await outboxOf(supabase.url)).toEqual(outbox)
    const accounts = `select to_jsonb(users) as account, to_jsonb(sessions) - 'of_a_newer_version' as session
      from auth.users left join auth.sessions on user_id = users.id order by users.id, sessions.id`
    expect(await ask(supabase.url, accounts)).toEqual(await ask(source.url, accounts))
    const tokens = 'select * from auth.refresh_tokens order by id'
    expect(await ask(supabase.url, tokens)).toEqual(await ask(source.url, tokens))

    const database = connectDatabase(supabase.url, () => undefined)
    const system = openDisputeSystem()
    const dependencies = {
      store: createSqlStore(database), openDetails: createDetailsOpener(openKeyring(inject('keysFile'))), fetch: system.fetch,
      now: () => new Date(), random: Math.random, wait, log: () => undefined,
    }
    const work = () => drain(system.settings, dependencies, new AbortController().signal)
    const fresh = await onboardAsPostgrest(supabase.url, before.resident.email)
    await work()
    expect(system.sent).toEqual([])
    await openStaffTerminal(supabase.url).run('release --all --review')
    await ask(supabase.url, 'update public.deliveries set due_at = clock_timestamp()')
    await work()
    expect(system.sent).toEqual([fresh])
    await database.close()
  })

  test('and from there back to a gateway', async () => {
    const back = path.join(folder, 'back.tar.gz')
    await takeBackup({ url: supabase.url, file: back })
    const target = await createOwnDatabase()
    await restoreBackup({ file: back, url: target.url })
    const gateway = await startGateway(undefined, { at: { databaseUrl: target.url, dataFolder: path.join(folder, 'back'), keysFile: inject('keysFile') } })
    try {
      await expectResident(gateway.url, { ...before.resident, usedCode: '000000' })
      expect(await outboxOf(target.url)).toEqual(await outboxOf(supabase.url))
    } finally {
      await gateway.stop()
      await target.drop()
    }
  })
})

/** Saves an enrollment as an account's browser does on Supabase, in the session that was restored. */
async function onboardAsPostgrest(url: string, email: string): Promise<string> {
  const [session] = await ask<{ sub: string; session_id: string }>(
    url,
    `select user_id as sub, sessions.id as session_id from auth.sessions join auth.users on users.id = user_id where email = '${email}' limit 1`,
  )
  if (!session) throw new Error('no session was restored')
  const database = connectDatabase(url, () => undefined)
  try {
    const { text, values } = insertOf(validRow(session.sub))
    const claims = { role: 'authenticated', aal: 'aal2', email, ...session } as const
    const { rows } = await asPostgrest(database, claims, (client) => client.query<{ id: string }>(`${text} returning id`, values))
    return rows[0]?.id ?? ''
  } finally {
    await database.close()
  }
}

describe('a move', () => {
  test('sends what was waiting from the new place alone, and each client once', async () => {
    const own = await createOwnDatabase()
    const dataFolder = path.join(folder, 'moved')
    const moved = path.join(folder, 'moved.tar.gz')
    expect((await moveInstallation({ from: source.url, to: own.url, file: moved })).waiting).toBe(3)
    expect((await readFile(moved)).length).toBeGreaterThan(0)

    // The old one was left: it neither takes a form nor sends.
    const left = await startGateway(undefined, { at: { databaseUrl: source.url, dataFolder: path.join(folder, 'source'), keysFile: inject('keysFile') } })
    await expect(onboard(left.url)).rejects.toThrow('Enrollments cannot be saved at the moment')
    expect(await openStaffTerminal(source.url).run('release --all')).toMatchObject({ exitCode: 1, faults: expect.stringMatching(/was left for another database/) })

    const gateway = await startGateway(undefined, { at: { databaseUrl: own.url, dataFolder, keysFile: inject('keysFile') } })
    try {
      await expectResident(gateway.url, before.resident)
      // What was being sent when the old gateway ended: its lease runs out, and nobody knows whether it arrived.
      await ask(own.url, `update public.deliveries set leased_until = clock_timestamp() where state = 'sending'`)
      expect(await openStaffTerminal(own.url).run('release --all')).toMatchObject({ exitCode: 0 })
      await expect.poll(() => arrivedAt(gateway).then((ids) => ids.toSorted()), { timeout: 60_000 }).toEqual(before.queued.toSorted())
      expect((await statesOf(own.url))[before.sending]).toBe('needs_review')
      expect(await arrivedAt(left)).toEqual([])
    } finally {
      await left.stop()
      await gateway.stop()
      await own.drop()
    }
  })
})
