import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { insertOf, validRow } from '../../tests/helpers/enrollments.ts'
import { startMailServer, type TestMailServer } from '../../tests/helpers/mail-server.ts'
import { freshEmail, password } from '../../tests/helpers/people.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'
import { type GatewayFixture, openGatewayFixture, type RunningGateway } from '../../tests/helpers/running-gateway.ts'
import { openStaffTerminal, type StaffTerminal } from '../../tests/helpers/staff-terminal.ts'
import { runAccounts } from './run.ts'

// npm run accounts, beside a gateway; and on Supabase, whose interface is the gateway's.

let database: OpenDatabase
let fixture: GatewayFixture
let gateway: RunningGateway
let mail: TestMailServer
let folder: string
let variables: Record<string, string>
let terminal: StaffTerminal

beforeAll(async () => {
  database = await openTestDatabase()
  fixture = await openGatewayFixture()
  mail = await startMailServer()
  folder = await mkdtemp(path.join(tmpdir(), 'accounts-'))
  variables = {
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'hello@example.org',
    STAFF_IDLE_MINUTES: '30',
    PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'),
  }
  gateway = await fixture.start({ ...variables, DATABASE_URL: database.url })
  variables.PORT = new URL(gateway.url).port
  terminal = openStaffTerminal(database.url, variables, runAccounts)
})
afterAll(async () => {
  await fixture?.close()
  await mail?.stop()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const browser = () => new AuthClient({ url: `${gateway.url}/auth/v1`, persistSession: false, autoRefreshToken: false })

/** Somebody who has just signed up. */
async function client() {
  const email = freshEmail()
  const { data } = await browser().signUp({ email, password })
  return { email, id: data.user?.id ?? '' }
}

/** Somebody who may sign in. */
async function confirmedClient() {
  const somebody = await client()
  await query('update auth.users set email_confirmed_at = now() where id = $1', [somebody.id])
  return somebody
}

const signIn = async (email: string) => (await browser().signInWithPassword({ email, password })).error?.code ?? 'signed in'

const query = (text: string, values: unknown[] = []) => database.query({ text, values })

const enroll = async (userId: string) => {
  const { text, values } = insertOf(validRow(userId))
  await query(text, values)
}

const lastEntry = async () => (await query('select staff, note, action, account_id from staff_log order by id desc limit 1'))[0]

test('an account is found by a part of its address and by its id, and that is recorded', async () => {
  const { email, id } = await confirmedClient()
  await enroll(id)
  for (const text of [email, email.slice(2, 20).toUpperCase(), id.slice(0, 8), id]) {
    const { exitCode, output } = await terminal.run(`find ${text} --as Deborah`)
    expect([exitCode, output]).toEqual([0, expect.stringMatching(new RegExp(`^Account +${id}\\nAddress +${email}\\n.*^Signed in +never, 0 open sessions, 0 second factors$.*^Forms +[0-9a-f-]{36}  \\w+$`, 'ms'))])
    expect(await lastEntry()).toEqual({ staff: 'ruth', note: 'Deborah', action: 'find-account', account_id: id })
  }
  expect(JSON.parse((await terminal.run(`find ${id} --json`)).output)).toMatchObject([{ id, email, banned_until: null, enrollments: [{}] }])
  expect(await terminal.run('find nobody@nowhere')).toMatchObject({ exitCode: 1, output: 'There is none.' })
  const other = await client()
  expect((await terminal.run('find @example.com')).output).toMatch(new RegExp(`^ID +ADDRESS +STATE.*^${other.id.slice(0, 8)} +${other.email} +unconfirmed +never +0$`, 'ms'))
})

test('what a hostile row holds does not reach the terminal', async () => {
  const { id } = await client()
  await query(`update auth.users set email = $2 where id = $1`, [id, `ruth\u001b[2J\u202e\n${id}@example.com`])
  await query(`insert into auth.sessions (id, user_id, created_at, user_agent) values (gen_random_uuid(), $1, now(), $2)`, [id, '\u001b]0;pwned\u0007\u009b31m\u202e'])
  const outputs = [await terminal.run(`find ${id}`), await terminal.run(`sessions ${id}`), await terminal.run(`sessions ${id} --json`), await terminal.run(`delete ${id}`, 'no')]
  for (const { output, faults } of outputs) expect(output + faults).not.toMatch(/[^\P{C}\n]/u)
})

test('confirming lets somebody in whose e-mail never arrived', async () => {
  const { email, id } = await client()
  expect(await signIn(email)).toBe('email_not_confirmed')
  expect(await terminal.run(`confirm ${email}`)).toMatchObject({ exitCode: 0, output: expect.stringContaining('Confirmed.') })
  expect(await signIn(email)).toBe('signed in')
  expect(await lastEntry()).toMatchObject({ action: 'confirm-account', account_id: id })
  expect(await terminal.run(`confirm ${email}`)).toMatchObject({ exitCode: 1, faults: 'Its address is confirmed already.' })
})

test('the e-mail for a new password is sent, not more often than a client could have it sent', async () => {
  const { email } = await confirmedClient()
  // That of signing up.
  await query(`update auth.users set confirmation_sent_at = now() - interval '5 minutes' where email = $1`, [email])
  expect(await terminal.run(`send-reset ${email}`)).toMatchObject({ exitCode: 0, output: expect.stringContaining('It is on its way') })
  const recovery = () => mail.received.filter(({ recipients, email: { text = '' } }) => recipients.includes(email) && text.includes('type=recovery'))
  await expect.poll(recovery, { timeout: 30_000 }).toHaveLength(1)
  expect((await terminal.run(`send-reset ${email}`)).output).toContain('unless one was sent within the last minute')
  expect(recovery()).toHaveLength(1)
})

test('a ban holds at once, also for whoever is signed in, until it is ended', async () => {
  const { email, id } = await confirmedClient()
  const page = browser()
  await page.signInWithPassword({ email, password })
  expect(await terminal.run(`ban ${id.slice(0, 8)} --for 24h`)).toMatchObject({ exitCode: 0, output: expect.stringContaining('Banned for 24h.') })
  expect((await page.getUser()).error?.code).toBe('user_banned')
  expect(await signIn(email)).toBe('user_banned')
  expect((await terminal.run(`find ${id}`)).output).toMatch(/^Banned +until /m)
  expect((await terminal.run(`unban ${email}`)).exitCode).toBe(0)
  expect(await signIn(email)).toBe('signed in')
  expect(await terminal.run(`unban ${email}`)).toMatchObject({ exitCode: 1, faults: 'It is not banned.' })
  expect(await terminal.run(`ban ${email} --for ever`)).toMatchObject({ exitCode: 2, faults: expect.stringContaining('such as 24h') })
})

test('sessions are listed, and ended', async () => {
  const { email, id } = await confirmedClient()
  const page = browser()
  await page.signInWithPassword({ email, password })
  expect((await terminal.run(`sessions ${email}`)).output).toMatch(/^SINCE .*\n\d{4}-\d\d-\d\d \d\d:\d\d UTC .* 127\.0\.0\.x +no /)
  expect((await terminal.run(`sessions ${email} --end`)).faults).toContain('no terminal')
  expect((await terminal.run(`sessions ${email} --end --yes`)).output).toBe('Signed out of 1 sessions.')
  expect((await page.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect(await lastEntry()).toMatchObject({ action: 'end-sessions', account_id: id })
  expect((await terminal.run(`sessions ${email}`)).output).toBe('It is signed in nowhere.')
})

test('deleting tells what goes and what has to stay, and needs the beginning of the id', async () => {
  const { email, id } = await confirmedClient()
  await enroll(id)
  const refused = await terminal.run(`delete ${email}`, 'yes')
  expect(refused).toMatchObject({ exitCode: 1, output: expect.stringMatching(new RegExp(`^This deletes the account ${email} for good, with these forms:\\n  [0-9a-f-]{36} .*may have to be kept for years`, 's')), faults: 'Nothing was done.' })
  await query('insert into deletion_requests (user_id) values ($1)', [id])
  const { exitCode, output } = await terminal.run(`delete ${email}`, id.slice(0, 8))
  expect([exitCode, output]).toEqual([0, expect.stringContaining('Deleted: the account and one form.')])
  expect(await query('select from auth.users where id = $1 union all select from enrollments where user_id = $1', [id])).toEqual([])
  expect(await query('select settled_as from deletion_requests where user_id = $1', [id])).toEqual([{ settled_as: 'deleted' }])
  expect(await lastEntry()).toMatchObject({ action: 'delete-account', account_id: id })
})

test('while a form is being sent nothing is deleted, and no request stays behind', async () => {
  const { id } = await confirmedClient()
  await query(`select hold_deliveries('by-hand')`)
  await enroll(id)
  await query(`update deliveries set state = 'sending', lease_id = gen_random_uuid(), leased_until = now() + interval '1 hour', leased_version = version,
     lease_repeats = 'never' where enrollment_id in (select id from enrollments where user_id = $1)`, [id])
  expect(await terminal.run(`delete ${id} --yes`)).toMatchObject({ exitCode: 1, faults: expect.stringContaining('being sent at this moment') })
  expect(await query(`select delete_account($1) ->> 'outcome' as outcome`, [id])).toEqual([{ outcome: 'sending' }])
  expect(await query('select from deletion_requests where user_id = $1', [id])).toEqual([])
})

test('the staff are accounts with a confirmed address, as staff or lead', async () => {
  const { email, id } = await client()
  expect(await terminal.run(`make-staff ${email}`)).toMatchObject({ exitCode: 1, faults: expect.stringContaining('Its address is not confirmed') })
  await query('update auth.users set email_confirmed_at = now() where id = $1', [id])
  expect((await terminal.run(`make-staff ${email}`)).output).toContain('It is staff from now on.')
  expect((await terminal.run(`make-staff ${email} --role lead`)).output).toContain('It is lead from now on.')
  expect(await terminal.run(`make-staff ${email} --role king`)).toMatchObject({ exitCode: 2, faults: expect.stringContaining('Allowed choices are staff, lead.') })
  expect((await terminal.run(`find ${email}`)).output).toMatch(/^Staff +lead$/m)
  expect(await lastEntry()).toMatchObject({ action: 'find-account' })
  expect((await terminal.run(`make-staff ${email} --remove`)).output).toBe('It is none of the staff any more.')
  expect(await lastEntry()).toMatchObject({ action: 'remove-staff', account_id: id })
  expect(await query('select from private.staff where user_id = $1', [id])).toEqual([])
})

const idleSeconds = async () => (await query('select staff_idle_seconds as seconds from upkeep'))[0]?.seconds

test('after how long without a touch the desk is closed is said by the gateway, and where there is none, by make-staff', async () => {
  expect(await idleSeconds()).toBe(1800)
  const { email } = await confirmedClient()
  const twenty = { ...variables, STAFF_IDLE_MINUTES: '20' }
  await openStaffTerminal(database.url, twenty, runAccounts).run(`make-staff ${email}`)
  expect(await idleSeconds()).toBe(1800)
  const supabase = { SUPABASE_URL: gateway.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }
  await openStaffTerminal(database.url, { ...twenty, ...supabase }, runAccounts).run(`make-staff ${email}`)
  expect(await idleSeconds()).toBe(1200)
})

test('on Supabase it is the same, with the secret key of the project', async () => {
  const { email } = await client()
  const supabase = { ...variables, SUPABASE_URL: gateway.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x', DATA_DIR: '/dev/null/data' }
  const without = openStaffTerminal(database.url, supabase, runAccounts)
  expect(await without.run(`confirm ${email}`)).toMatchObject({ exitCode: 1, faults: expect.stringContaining('Set SUPABASE_SECRET_KEY') })
  expect(await signIn(email)).toBe('email_not_confirmed')
  const SUPABASE_SECRET_KEY = await readFile(path.join(folder, 'keys/service-role.jwt'), 'utf8')
  const remote = openStaffTerminal(database.url, { ...supabase, SUPABASE_SECRET_KEY }, runAccounts)
  expect((await remote.run(`confirm ${email}`)).exitCode).toBe(0)
  expect(await signIn(email)).toBe('signed in')
})

test('what the sign-in service cannot or will not do is a sentence, and no secret is in it', async () => {
  const { email } = await client()
  const away = openStaffTerminal(database.url, { ...variables, PORT: '1' }, runAccounts)
  expect(await away.run(`confirm ${email}`)).toMatchObject({ exitCode: 1, faults: expect.stringContaining('does not answer. Start the gateway first') })
  const elsewhere = openStaffTerminal(database.url, { ...variables, DATA_DIR: '/dev/null/data' }, runAccounts)
  expect(await elsewhere.run(`confirm ${email}`)).toMatchObject({ exitCode: 1, faults: expect.stringContaining('Run this on the machine of a gateway') })
  const secret = 'sb_secret_0123456789'
  const wrong = openStaffTerminal(database.url, { ...variables, SUPABASE_URL: gateway.url, SUPABASE_PUBLISHABLE_KEY: 'x', SUPABASE_SECRET_KEY: secret }, runAccounts)
  const { exitCode, faults } = await wrong.run(`confirm ${email}`)
  expect([exitCode, faults]).toEqual([1, expect.stringContaining('The sign-in service refuses')])
  expect(faults).not.toContain(secret)
  expect(await terminal.run('confirm nobody@nowhere.example')).toMatchObject({ exitCode: 1, faults: expect.stringContaining('There is no such account') })
})
