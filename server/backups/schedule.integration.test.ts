import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startGateway } from '../../tests/helpers/gateway.ts'
import { ask } from '../../tests/helpers/lived-in.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'
import { identitiesOf, newIdentity } from './lock.ts'
import { readBackup } from './read.ts'
import { backUpWhenDue, type ScheduleParts, startBackups } from './schedule.ts'
import type { BackupSettings } from './settings.ts'
import { takeBackup } from './take.ts'
import { moveInstallation } from './move.ts'

// R-BACKUP: backups that the gateway makes by the clock.

let outbox: TestOutbox
let folder: string
let logged: unknown[][]

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'schedule-'))
  logged = []
  await outbox.query('update upkeep set backed_up_at = null, backup_begun_at = null, backup_every_seconds = null, backups_since = null, digest_at = null')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const day = 86_400
const parts = (changes: Partial<BackupSettings> = {}, now = new Date()): ScheduleParts => ({
  url: outbox.url,
  database: outbox.database,
  settings: { everySeconds: day, keep: 3, folder, command: undefined, recipients: [], ...changes },
  now: () => now,
  log: (...entry) => void logged.push(entry),
})
const age = (seconds: number) =>
  outbox.query(`update upkeep set backed_up_at = clock_timestamp() - $1 * interval '1 s', backup_begun_at = clock_timestamp() - $1 * interval '1 s',
    backups_since = clock_timestamp() - interval '9 days'`, [seconds])

test('one of several gateways makes the backup that is due, and none before the next one is', async () => {
  await Promise.all(Array.from({ length: 4 }, () => backUpWhenDue(parts())))
  const [file, ...more] = await readdir(folder)
  expect(more).toEqual([])
  expect((await readBackup(path.join(folder, file ?? ''), undefined)).about.takenAt).toBeDefined()
  expect(logged).toEqual([['backup-made', { file, bytes: expect.any(Number), rows: expect.any(Number) }]])
  await backUpWhenDue(parts())
  expect(await readdir(folder)).toHaveLength(1)
  await age(day + 1)
  await backUpWhenDue(parts({}, new Date(Date.now() + 60_000)))
  expect(await readdir(folder)).toHaveLength(2)
})

test('only so many are kept', async () => {
  for (let days = 0; days < 5; days += 1) {
    await age(2 * day)
    await backUpWhenDue(parts({}, new Date(Date.UTC(2026, 2, 1 + days))))
  }
  expect(await readdir(folder)).toEqual([3, 4, 5].map((date) => `backup-2026-03-0${date}T00-00-00Z.tar.gz`))
})

test('the operator\'s command gets the file, and counts: if it fails, so has the backup', async () => {
  const shipped = path.join(folder, 'shipped')
  process.env.SMTP_URL = 'smtp://a-secret@127.0.0.1'
  await backUpWhenDue(parts({ command: `env > ${shipped}` })).finally(() => delete process.env.SMTP_URL)
  const [file] = (await readdir(folder)).filter((name) => name.startsWith('backup-'))
  const seen = await readFile(shipped, 'utf8')
  expect(seen.split('\n')).toEqual(expect.arrayContaining([`BACKUP_FILE=${path.join(folder, file ?? '')}`, `HOME=${homedir()}`]))
  expect(seen).not.toContain('a-secret')
  await age(2 * day)
  await expect(backUpWhenDue(parts({ command: 'exit 3' }, new Date(Date.UTC(2999, 0))))).rejects.toMatchObject({ code: 'exit code 3' })
  expect(await readdir(folder)).toEqual([file, 'backup-2999-01-01T00-00-00Z.tar.gz.unshipped', 'shipped'])
  expect(await outbox.query(`select backed_up_at < clock_timestamp() - interval '1 day' as old from upkeep`)).toEqual([{ old: true }])
})

test('a failure is logged, and tried again within an hour', async () => {
  const broken = parts({ folder: '/dev/null/backups' })
  const schedule = startBackups(broken)
  await expect.poll(() => logged).toEqual([['backup-failed', { reason: 'Error', code: 'ENOTDIR' }]])
  await schedule.stop()
  await backUpWhenDue(parts())
  expect(await readdir(folder)).toEqual([])
  await outbox.query(`update upkeep set backup_begun_at = clock_timestamp() - interval '61 min'`)
  await backUpWhenDue(parts())
  expect(await readdir(folder)).toHaveLength(1)
})

test('they are encrypted for the recipient of the settings', async () => {
  const { text, recipient } = await newIdentity(new Date())
  await backUpWhenDue(parts({ recipients: [recipient] }))
  const [file = ''] = await readdir(folder)
  expect(file).toMatch(/\.tar\.gz\.age$/)
  expect((await readBackup(path.join(folder, file), { identities: identitiesOf(text) })).rows.get('public.upkeep')).toBe(1)
})

test('doctor and the digest say when they have stopped', async () => {
  const staff = openStaffTerminal(outbox.url)
  const line = async () => /^(\w+) +Backups +(.*)$/m.exec((await staff.doctor()).output)?.slice(1)
  expect(await line()).toEqual(['warning', 'there is none, and BACKUP_EVERY is not set (docs/backup.md)'])
  await backUpWhenDue(parts())
  expect(await line()).toEqual(['ok', expect.stringMatching(/^the last one is \d+s old, one is due every 24h$/)])
  expect(await outbox.store.claimDigest()).toBeNull()
  const thrifty = openStaffTerminal(outbox.url, { BACKUP_KEEP: '31' })
  expect((await thrifty.doctor()).output).toMatch(/^warning +Backups .*; 31 of them are 31 days, and .* are purged after 30: lower BACKUP_KEEP$/m)
  await age(3 * day)
  expect(await line()).toEqual(['fault', "the last one is 3d old, one is due every 24h: the gateway's log says why (backup-failed)"])
  const overdue = await outbox.store.claimDigest()
  expect(overdue).toMatchObject({ count: 0, deliveries: [] })
  expect(overdue?.backup_age_seconds).toBeGreaterThanOrEqual(3 * day)
  // Without the setting nobody waits for one.
  await backUpWhenDue(parts({ everySeconds: undefined }))
  expect(await outbox.store.claimDigest()).toBeNull()
})

test('the gateway makes them by itself, and leaves no half one when it is stopped', async () => {
  const settings = parts().settings
  const gateway = await startGateway({ mode: 'off' }, { backups: settings })
  const made = () => readdir(folder).then((names) => names.filter((name) => name.endsWith('.tar.gz')))
  await expect.poll(made, { timeout: 30_000 }).toHaveLength(1)
  await gateway.stop()
  expect(await readdir(folder)).toHaveLength(1)
})

test('nobody moves away while a gateway runs, and whoever fails to move stays as before', async () => {
  const at = { databaseUrl: outbox.url, dataFolder: folder, keysFile: inject('keysFile') }
  const gateway = await startGateway({ mode: 'off' }, { at })
  const move = (to: string) => moveInstallation({ from: outbox.url, to, file: path.join(folder, `${crypto.randomUUID()}.tar.gz`) })
  await expect(move(outbox.url)).rejects.toThrow('A gateway uses the database. Stop it first')
  await gateway.stop()
  // It is not empty.
  await expect(move(outbox.url)).rejects.toThrow('The database is not empty')
  const held = 'select held_since, held_because from delivery_pace'
  expect(await ask(outbox.url, held)).toEqual([{ held_since: null, held_because: null }])
  await outbox.save()
  await takeBackup({ url: outbox.url, file: path.join(folder, 'again.tar.gz') })
})
