import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fingerprintName, hashOfSources } from '../../build/fingerprint.ts'
import type { Outcome } from '../../deliveries/outcome.ts'
import { standInVariables } from '../../partners/disputefox/web-form.ts'
import { freePort, listenAnywhere } from '../../tests/helpers/ports.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { createEmptyDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'
import { connectDatabase } from '../postgres/database.ts'
import { prepareLogins } from '../postgres/logins.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'

let outbox: TestOutbox
let destination: Server
let dataFolder: string
let variables: Record<string, string>
let heard: string

beforeAll(async () => {
  outbox = await openOutbox()
  destination = createServer((socket) => socket.on('data', (bytes) => (heard += String(bytes))).on('error', () => undefined))
  const port = await listenAnywhere(destination)
  await prepareLogins(outbox.url, () => undefined)
  dataFolder = await mkdtemp(path.join(tmpdir(), 'doctor-'))
  variables = { ...standInVariables(`http://127.0.0.1:${port}`), DATA_DIR: dataFolder, DIST_DIR: path.join(dataFolder, 'dist'), TEAM_EMAIL: 'team@example.org', SMTP_URL: 'smtp://127.0.0.1' }
})
afterAll(async () => {
  destination?.close()
  await outbox?.close()
  await rm(dataFolder, { recursive: true })
})
beforeEach(async () => {
  heard = ''
  await outbox.clear()
})

const examine = (changes: Record<string, string> = {}, url = outbox.url) =>
  openStaffTerminal(url, { ...variables, ...changes }).doctor()

test('where all is well it says so, line by line, and sends nothing', async () => {
  await outbox.save()
  await outbox.query('update upkeep set backed_up_at = clock_timestamp()')
  await openStaffTerminal(outbox.url).run('keep-texts')
  const { exitCode, output } = await examine()
  const [summary, , ...lines] = output.split('\n')
  expect(summary).toBe(`ok: ${lines.length} checks`)
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  expect(exitCode).toBe(0)
  expect(heard).toBe('')
  expect(await outbox.query('select state, attempts from deliveries')).toEqual([{ state: 'queued', attempts: 0 }])
})

test('a site that was built from other sources is a warning, and one from these is well', async () => {
  const dist = path.join(dataFolder, 'dist')
  await mkdir(dist)
  await writeFile(path.join(dist, fingerprintName), JSON.stringify({ settings: '', sources: await hashOfSources() }))
  expect((await examine()).output).toMatch(/^ok +Site +built from the sources as they are/m)
  await writeFile(path.join(dist, fingerprintName), JSON.stringify({ settings: '', sources: 'older' }))
  expect((await examine()).output).toMatch(/^warning +Site +\S+ was built from other sources than those here/m)
  await rm(dist, { recursive: true })
})

test('a database that an upgrade has kept is a warning, with its size and how to remove it', async () => {
  const kept = path.join(dataFolder, 'postgres-16')
  await mkdir(path.join(kept, 'base'), { recursive: true })
  await writeFile(path.join(kept, 'base', '1'), Buffer.alloc(3 * 1024 ** 2))
  await mkdir(path.join(dataFolder, 'postgres-programs-16.4.0'))
  const { output } = await examine()
  expect(output.match(/^warning +Kept database .*$/gm)).toEqual([expect.stringContaining(`${kept} (3 MB) is the database from before an upgrade`)])
  expect(output).toContain(`rm -r ${kept}`)
  for (const name of ['postgres-16', 'postgres-programs-16.4.0']) await rm(path.join(dataFolder, name), { recursive: true })
})

test('a setting that is wrong is named', async () => {
  const { exitCode, output } = await examine({ PURGE_AFTER_DAYS: 'soon', DISPUTEFOX_COMPANY_ID: '' })
  expect(exitCode).toBe(2)
  expect(output).toMatch(/^fault +Settings +PURGE_AFTER_DAYS must be a number of days/m)
  expect(output).toMatch(/^fault +Settings +DISPUTEFOX_COMPANY_ID is missing/m)
})

test.each([
  [async () => ({ DISPUTEFOX_URL: `http://127.0.0.1:${await freePort()}/x` }), 'ECONNREFUSED'],
  [async () => ({ DISPUTEFOX_URL: 'https://name.invalid/x' }), /ENOTFOUND|EAI_AGAIN/],
  // A server that does not speak TLS.
  [async () => ({ DISPUTEFOX_URL: variables.DISPUTEFOX_URL?.replace('http:', 'https:') ?? '' }), 'no answer'],
])('a destination that cannot be reached is a fault', async (changes, reason) => {
  const { exitCode, output } = await examine(await changes())
  expect(exitCode).toBe(2)
  expect(output).toMatch(/^fault +Destination +webform at \S+ cannot be reached/m)
  expect(output).toMatch(reason)
}, 20_000)

test('a queue that nobody works on is a fault; what needs a person and a pause are warnings', async () => {
  const id = await outbox.save()
  await outbox.query(`update deliveries set due_at = due_at - interval '1 hour', queued_at = queued_at - interval '1 hour'`)
  await outbox.save()
  expect((await examine()).output).toMatch(/^fault +Waiting +.* 1h, and nobody sends it/m)
  await outbox.query(`update deliveries set state = 'rejected' where enrollment_id = $1`, [id])
  await outbox.query(`update delivery_pace set failures = 7, paused_until = clock_timestamp() + interval '2 minutes 30 s'`)
  const { exitCode, output } = await examine()
  expect(exitCode).toBe(1)
  expect(output).toMatch(/^warning: .*Review.*$/m)
  expect(output).toMatch(/^warning +Review +1 need a person/m)
  expect(output).toMatch(/^warning +Pace +paused for another 2min, after 7 failures/m)
})

const attempted = async (outcome: Outcome) => {
  const id = await outbox.save()
  await outbox.finish(await outbox.leased({ enrollmentId: id }), outcome, { retrySeconds: 60 })
  return id
}
const busy: Outcome = { outcome: 'retry', reason: 'http-status' }

test('a dispute system that fails again and again is a fault, though its address is reachable', async () => {
  await attempted({ outcome: 'accepted' })
  expect((await examine()).output).toMatch(/^ok +Attempts +the last one arrived \d+s ago$/m)
  await attempted(busy)
  const once = await examine()
  expect([once.exitCode, once.output]).toEqual([1, expect.stringMatching(/^warning +Attempts +the last 1 in succession did not arrive, .*: http-status/m)])
  for (let each = 0; each < 3; each += 1) await attempted(busy)
  const { exitCode, output } = await examine()
  expect(output).toMatch(/^ok +Destination +webform at \S+ is reachable/m)
  expect(output).toMatch(/^fault +Attempts +the last 4 in succession did not arrive, most recently \d+s ago: http-status \(docs\/deliveries\.md\)$/m)
  expect(exitCode).toBe(2)
  await attempted({ outcome: 'accepted' })
  expect((await examine()).output).toMatch(/^ok +Attempts/m)
})

test('an attempt that a person has settled since is over', async () => {
  const id = await attempted({ outcome: 'rejected', reason: 'error-message' })
  expect((await examine()).output).toMatch(/^warning +Attempts +.*: error-message/m)
  await openStaffTerminal(outbox.url).run(`resolve ${id} --yes`)
  expect((await examine()).output).toMatch(/^ok +Attempts +none has failed$/m)
})

test('a database that answers and takes no row is a fault', async () => {
  const name = new URL(outbox.url).pathname.slice(1)
  await outbox.query(`alter database ${name} set default_transaction_read_only = on`)
  const { exitCode, output } = await examine()
  await outbox.query(`alter database ${name} reset default_transaction_read_only`)
  expect([exitCode, output]).toEqual([2, expect.stringMatching(/^fault +Writing +nothing can be saved: the database is read-only/m)])
  expect((await examine()).output).toMatch(/^ok +Writing +a row was written$/m)
})

test('rights that were lost on the way to another server are a fault', async () => {
  const copied = await openTestDatabase()
  const examineCopy = async () => (await examine({}, copied.url)).output
  expect(await examineCopy()).toMatch(/^ok +Roles /m)
  await copied.transaction((client) => client.query('revoke all on public.enrollments from authenticated'))
  expect(await examineCopy()).toMatch(/^fault +Roles +clients may save no form: the rights of the role authenticated are gone$/m)
  await copied.close()
})

test('programs get the same as JSON', async () => {
  await outbox.save()
  const terminal = openStaffTerminal(outbox.url, { ...variables, TEAM_EMAIL: '' })
  const { exitCode, output } = await terminal.doctor('--json')
  const report = JSON.parse(output)
  expect([exitCode, report.result]).toEqual([1, 'warning'])
  expect(report.checks).toContainEqual({ name: 'Team', result: 'warning', detail: 'nobody is written to (TEAM_EMAIL is not set)' })
})

test('a command line that is wrong is neither good nor bad news', async () => {
  const { exitCode, output, faults } = await openStaffTerminal(outbox.url).doctor('--jsno')
  expect([exitCode, output, faults]).toEqual([3, '', expect.stringMatching(/^Unknown option '--jsno'[^]*See: npm run doctor -- --help$/)])
  expect((await openStaffTerminal(outbox.url).doctor('--help')).output).toContain('Exit codes: 0 all is well, 1 warning, 2 fault, 3 wrong usage')
})

test('a long queue that is worked on is no fault', async () => {
  await outbox.save()
  await outbox.query(`update deliveries set due_at = due_at - interval '1 hour', queued_at = queued_at - interval '10 minutes'`)
  const id = await outbox.save()
  const leaseId = await outbox.leased({ enrollmentId: id })
  await outbox.finish(leaseId, { outcome: 'accepted' })
  expect((await examine()).output).toMatch(/^ok +Waiting +/m)
  await outbox.query(`update delivery_attempts set started_at = started_at - interval '6 minutes'`)
  expect((await examine()).output).toMatch(/^fault +Waiting +.*nobody sends it/m)
})

test('deliveries from a database of our own to the stand-in are a warning', async () => {
  const { output } = await examine({ PARTNERS_PORT: new URL(variables.DISPUTEFOX_URL ?? '').port })
  expect(output).toMatch(/^warning +Destination +the stand-in of this machine: nothing reaches DisputeFox$/m)
})

test('clients whom only the stand-in of a trial has are a fault once there is a destination', async () => {
  await outbox.finish(await outbox.leased({ enrollmentId: await outbox.save() }), { outcome: 'accepted', reason: 'stand-in' })
  const { exitCode, output } = await examine()
  expect(output).toMatch(/^fault +Trial +1 went to the stand-in of a trial alone: /m)
  expect(exitCode).toBe(2)
})

test('a setting that is misspelt is named', async () => {
  expect((await examine({ TEAM_EMAIl: 'x@example.org' })).output).toMatch(/^warning +Settings +TEAM_EMAIl is no setting: did you mean TEAM_EMAIL\?$/m)
})

test('where no digest goes out it says so', async () => {
  expect((await examine({ SMTP_URL: '' })).output).toMatch(/^warning +Team +.*SMTP_URL is not set/m)
  const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' }
  expect((await examine(supabase)).output).toMatch(/^warning +Team +.*unless the function has a TEAM_WEBHOOK_URL/m)
  const webhook = { SMTP_URL: '', TEAM_WEBHOOK_URL: 'https://hooks.example.org/secret' }
  expect((await examine(webhook)).output).toMatch(/^ok +Team +TEAM_WEBHOOK_URL is set$/m)
})

test('a purge that is not done is a fault, and none at all a warning', async () => {
  const id = await outbox.save()
  await outbox.query(
    `update deliveries set state = 'delivered', updated_at = now() - interval '40 days' where enrollment_id = $1`,
    [id],
  )
  expect((await examine()).output).toMatch(/^fault +Purge +1 should have been purged/m)
  expect((await examine({ PURGE_AFTER_DAYS: 'never', TEAM_EMAIL: '' })).output).toMatch(/^warning +Retention[^]*^warning +Team/m)
})

test('a private key that is not here is a fault, and on Supabase, where the function may have it, a warning', async () => {
  const PERSONAL_DETAILS_KEYS_FILE = '/dev/null/keys.env'
  const { exitCode, output } = await examine({ PERSONAL_DETAILS_KEYS_FILE })
  expect([exitCode, output]).toEqual([2, expect.stringMatching(/^fault +Keys +The database encrypts date of birth and SSN with the key [0-9a-f]{16}, and its private half is missing: there is no \/dev\/null\/keys\.env\./m)])
  const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' }
  expect((await examine({ ...supabase, PERSONAL_DETAILS_KEYS_FILE })).output).toMatch(/^warning +Keys +The database encrypts/m)
  await outbox.query('update private.personal_details_keys set lost_at = now()')
  expect((await examine()).output).toMatch(/^fault +Keys +none is registered, so nothing can be saved: npm run keys -- rotate$/m)
  await outbox.query('update private.personal_details_keys set lost_at = null')
})

test('on Supabase the job of Cron and its secrets are looked for', async () => {
  // There the command has the project's own login.
  const project = await openTestDatabase()
  const run = (text: string) => project.transaction((client) => client.query(text))
  await run(`create schema cron; create table cron.job (jobname text, active boolean);
    create schema vault; create table vault.decrypted_secrets (name text)`)
  expect((await examine({}, project.url)).output).toMatch(/^fault +Cron +the job deliver-enrollments is not there/m)
  await run(`insert into cron.job values ('deliver-enrollments', true)`)
  expect((await examine({}, project.url)).output).toMatch(/^fault +Cron +the Vault has no/m)
  await run(`insert into vault.decrypted_secrets values ('project_url'), ('service_key')`)
  expect((await examine({}, project.url)).output).toMatch(/^ok +Cron/m)
  await project.close()
})

test('a command or a gateway with the rights of the owner is a warning', async () => {
  const shared = await openTestDatabase()
  expect((await examine({}, shared.url)).output).toMatch(/^warning +Logins +more rights than needed: postgres for this command \(/m)
  const { gateway } = await prepareLogins(shared.url, () => undefined)
  for (const [login, line] of [[gateway, /^ok +Logins +site_staff\S+ for this command, site_gateway\S+ for the gateway$/m], [shared.url, /^warning +Logins +.*: postgres for the gateway/m]] as const) {
    const database = connectDatabase(login, () => undefined)
    await database.query({ text: 'select 1' })
    expect((await examine({}, shared.url)).output).toMatch(line)
    await database.close()
  }
  await shared.close()
})

test('a migration that was edited after it had been applied is a fault', async () => {
  const edited = await openTestDatabase()
  await edited.query({ text: `update supabase_migrations.schema_migrations set statements = '{"select 1"}' where name = 'enrollments'` })
  const { exitCode, output } = await examine({}, edited.url)
  expect([exitCode, output]).toEqual([2, expect.stringMatching(/^fault +Migrations +The migration supabase\/migrations\/20260101000000_enrollments\.sql is not the one/m)])
  await edited.close()
})

test('a database without our tables, and one that is away, are faults', async () => {
  const empty = await createEmptyDatabase()
  const { exitCode, output } = await examine({}, empty.url)
  expect([exitCode, output]).toEqual([2, expect.stringMatching(/^fault +Migrations +\d+ are missing/m)])
  expect((await openStaffTerminal(empty.url).run('list')).faults).toMatch(/older than this program|unexpectedly/)
  await empty.drop()
  const away = `postgres://ruth:hunter2@127.0.0.1:${await freePort()}/postgres`
  const absent = await examine({}, away)
  expect([absent.exitCode, absent.output]).toEqual([2, expect.stringMatching(/^fault +Database +it cannot be asked \(ECONNREFUSED\)/m)])
  const list = await openStaffTerminal(away).run('list')
  expect([list.exitCode, list.faults]).toEqual([1, expect.stringContaining('does not answer (ECONNREFUSED)')])
  expect(JSON.stringify([absent, list])).not.toContain('hunter2')
})

test('without DATABASE_URL it takes the database that the gateway has started', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-'))
  const terminal = openStaffTerminal('', { DATA_DIR: folder })
  expect((await terminal.run('list')).faults).toContain('npm start makes one')
  await writeFile(path.join(folder, 'database-url'), `${outbox.url}\n`)
  expect((await terminal.run('list')).exitCode).toBe(0)
  expect((await terminal.doctor()).output).toMatch(/^ok +Disk +\d+ MB are free for /m)
  const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' }
  expect((await openStaffTerminal('', supabase).run('list')).faults).toContain('Set DATABASE_URL')
  await rm(folder, { recursive: true })
})
