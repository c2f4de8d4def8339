import { AuthClient } from '@supabase/auth-js'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Notifier, sendDigestWhenDue, teamWebhook } from '../deliveries/team-digest.ts'
import { type OnboardingValues, toClientData, toEnrollmentRow } from '../domain/enrollment.ts'
import { createSqlStore } from '../server/deliveries/sql-store.ts'
import { connectDatabase, type Database } from '../server/postgres/database.ts'
import { formHeaders } from './helpers/enrollments.ts'
import { startGateway, type TestGateway } from './helpers/gateway.ts'
import { openStaffTerminal } from './helpers/staff-terminal.ts'

// One client with words that occur nowhere else takes every path, failing ones too. Whatever is stored, logged or sent
// on the way is collected, and none of it may hold a word about the person.

const person: OnboardingValues = {
  firstName: 'Zebulonia',
  middleName: 'Quillfeather',
  lastName: 'Xanthippe',
  dateOfBirth: '1957-11-23',
  ssnLastFour: '9173',
  email: 'canary.bird@example.org',
  phone: '(555) 555-0187',
  preferredContactMethod: 'text',
  streetAddress: '77 Hummingbird Passage',
  city: 'Ptarmiganville',
  state: 'OH',
  zipCode: '90909-1',
  notes: 'Wagtail: only after six',
}

/** Numbers count as words of their own: ids, hashes and parts of a second hold any digits by chance. */
const canaries =
  /Zebulonia|Quillfeather|Xanthippe|11.23.57|(?<![0-9a-f.])(1957|9173|90909)(?![0-9a-f])|canary.bird|555-?0187|Hummingbird|Ptarmiganville|Wagtail/i

let collected: string[]
let gateway: TestGateway
let database: Database
let token: string
let userId: string

const collect = (...parts: unknown[]) => {
  const texts = parts.map((part) => (part instanceof Error ? `${part.message} ${part.stack}` : JSON.stringify(part)))
  collected.push(texts.join(' '))
}

beforeAll(async () => {
  collected = []
  for (const method of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(collect)
  const realFetch = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    collect('address', input instanceof Request ? input.url : String(input))
    return realFetch(input, init)
  })
  gateway = await startGateway(undefined, { log: collect, purgeAfterDays: 30 })
  database = connectDatabase(gateway.databaseUrl, collect)
  const auth = new AuthClient({ url: `${gateway.url}/auth/v1`, persistSession: false, autoRefreshToken: false })
  const { data } = await auth.signUp({ email: 'somebody@example.org', password: 'correct horse' })
  token = data.session?.access_token ?? ''
  userId = data.user?.id ?? ''
})
afterAll(async () => {
  vi.restoreAllMocks()
  await database?.close()
  await gateway?.stop()
})

const savedSchema = v.tuple([v.object({ id: v.string() })])

const query = (text: string, values: unknown[] = []) =>
  database.transaction(async (client) => (await client.query<{ text: string }>(text, values)).rows)

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  collect(path, response.status, [...response.headers], await response.clone().text())
  return response
}

/** Saves the client and submits it, the dispute system answering so. Returns the id and the status of the answer. */
async function onboard(behaviour: string): Promise<[id: string, httpStatus: number]> {
  await query('update delivery_pace set next_at = clock_timestamp(), failures = 0, paused_until = null')
  await fetch(`${gateway.partnersUrl}/disputefox/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ behaviour }),
  })
  const row = toEnrollmentRow(person, 'Light Repair', userId)
  const saved = await post('/rest/v1/enrollments?select=id', row, { prefer: 'return=representation', ...formHeaders })
  const [{ id }] = v.parse(savedSchema, await saved.json())
  return [id, (await submit(id)).status]
}

const submit = (enrollmentId: string) =>
  post('/functions/v1/submit-to-disputefox', { enrollmentId, clientData: toClientData(person, 'Light Repair') })

const staff = () => openStaffTerminal(gateway.databaseUrl, { TEAM_EMAIL: 'team@example.org' })

async function command(line: string): Promise<void> {
  collect(line, await staff().run(line))
}

const check = async () => {
  const headers = { authorization: `Bearer ${gateway.serviceKey}` }
  collect(await (await fetch(`${gateway.url}/readyz`, { headers })).text())
}

async function collectLog(): Promise<string | undefined> {
  const [log] = await query(`select pg_read_file(pg_current_logfile()) as text`)
  collect(log)
  return log?.text
}

function expectNoTrace(): void {
  expect(collected.filter((text) => canaries.test(text))).toEqual([])
}

test('the words are recognised wherever they stand', () => {
  const { state: _, preferredContactMethod: __, ...unusual } = person
  for (const value of Object.values(unusual)) expect(value).toMatch(canaries)
})

test('a row of the service that is refused leaves no trace where the database logs as the embedded one does', async () => {
  const row = { ...toEnrollmentRow(person, 'Light Repair', userId), state: 'Ptarmiganville' }
  expect((await post('/rest/v1/enrollments', row, { authorization: `Bearer ${gateway.serviceKey}` })).status).toBe(400)
  await collectLog()
  expectNoTrace()
})

// An operator's own server logs more than the embedded one.
test('from here on the database logs as PostgreSQL does by default', async () => {
  for (const setting of ["log_error_verbosity = ''default''", 'log_min_error_statement = error']) {
    await query(`do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`)
  }
  await query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  const next = connectDatabase(gateway.databaseUrl, collect)
  const settings = await next.query({ text: `select current_setting('log_error_verbosity') as errors, current_setting('log_min_error_statement') as statements` })
  await next.close()
  expect(settings).toEqual([{ errors: 'default', statements: 'error' }])
})

test.each([
  ['accept', 200],
  ['error-message', 502],
  ['http-503', 503],
  ['empty', 504],
  ['redirect', 504],
  ['reset-after-body', 504],
])('a delivery that ends with %s leaves no trace of the person', async (behaviour, httpStatus) => {
  const [id, status] = await onboard(behaviour)
  expect(status).toBe(httpStatus)
  for (const line of [`show ${id}`, `cancel ${id}`, `retry ${id} --yes`, `resolve ${id}`, `delete ${id}`]) {
    await command(line)
  }
  expectNoTrace()
})

// What the table's rules refuse, and what does not even fit its column.
const refusedChanges = [
  { ssn_last_four: '9173-' },
  { state: 'Ptarmiganville' },
  { city: null },
  { colour: 1 },
  { date_of_birth: '1857-11-23' },
  { date_of_birth: '1957-11-99' },
  { date_of_birth: '11/23/1957x' },
  { date_of_birth: 'Xanthippe' },
  { date_of_birth: { year: 1957 } },
  { date_of_birth: 19571199 },
  { id: '9173' },
  { user_id: 'canary.bird@example.org' },
  { onboarding_completed: 'Wagtail' },
  { plan_price: 'Wagtail' },
  { plan_price: 195711231957 },
  { notes: 'Wagtail\0' },
  { notes: 'Wagtail\ud800' },
]

test('nor does a row, or a submission, that is refused', async () => {
  const row = toEnrollmentRow(person, 'Light Repair', userId)
  for (const change of refusedChanges) {
    expect((await post('/rest/v1/enrollments', { ...row, ...change })).status).toBe(400)
  }
  const service = { authorization: `Bearer ${gateway.serviceKey}` }
  expect((await post('/rest/v1/rpc/lease_delivery', { p_repeats: 'never', p_enrollment: '9173' }, service)).status).toBe(400)
  await post('/functions/v1/submit-to-disputefox', { enrollmentId: 'x', clientData: { ...person, ssnLastFour: 9173 } })
  await submit(crypto.randomUUID())
  expectNoTrace()
})

test('nor do the commands, the digest, the health check and the purge', async () => {
  const [id] = await onboard('empty')
  for (const line of ['list', 'list --json', 'stats', 'stats --json', `show ${id.slice(0, 8)}`]) {
    await command(line)
  }
  collect(await staff().doctor(), await staff().doctor('--json'))
  const taking: typeof fetch = async (input, init) => {
    collect(await new Request(input, init).text())
    return new Response()
  }
  const notifier = teamWebhook('https://hooks.example.org/team', { fetch: taking, log: collect })
  const reading: Notifier = async (digest) => {
    collect(digest)
    return 'sent'
  }
  // The gateway's own worker may have sent today's already.
  await query('update upkeep set digest_at = null')
  await sendDigestWhenDue([notifier, reading], { store: createSqlStore(database), log: collect })
  expect(collected.join('\n')).toContain(`${id}  needs_review (empty-body)`)
  await check()
  await command(`resolve ${id}`)
  await command('purge --older-than 0d --yes')
  await submit(id)
  expectNoTrace()
})

test('nor do accounts, apart from what their owners are answered', async () => {
  const account = { email: person.email, password: 'Wagtail: only after six' }
  const signUp = () => post('/auth/v1/signup', account)
  const answers = await Promise.all([signUp(), signUp(), signUp(), signUp()])
  expect(answers.map(({ status }) => status)).toContain(200)
  await post('/auth/v1/token?grant_type=password', { ...account, password: 'Hummingbird' })
  await post('/auth/v1/signup', { ...account, data: { name: 'Zebulonia\0' } })
  await post('/auth/v1/recover', { email: `${person.email}\0` })
  collected = collected.filter((text) => !text.startsWith('"/auth/v1/'))
  expectNoTrace()
})

test('nor does a database that is away', async () => {
  const [id] = await onboard('http-503')
  const name = new URL(gateway.databaseUrl).pathname.slice(1)
  const server = new URL(gateway.databaseUrl)
  server.pathname = '/postgres'
  const administrator = connectDatabase(server.href, collect)
  const administer = (text: string) => administrator.transaction((client) => client.query(text))
  await administer(`alter database ${name} allow_connections false`)
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const row = toEnrollmentRow(person, 'Light Repair', userId)
  expect((await post('/rest/v1/enrollments', row)).status).toBeGreaterThanOrEqual(500)
  expect((await submit(id)).status).toBeGreaterThanOrEqual(500)
  for (const line of ['list', `show ${id}`, `retry ${id}`]) await command(line)
  collect(await staff().doctor())
  await check()
  await administer(`alter database ${name} allow_connections true`)
  await administrator.close()
  expectNoTrace()
})

test('no record of a delivery, no log of the staff and no log of the database has it', async () => {
  for (const table of ['consents', 'deliveries', 'delivery_attempts', 'delivery_pace', 'upkeep', 'staff_log']) {
    const rows = await query(`select to_jsonb(kept)::text as text from ${table} kept`)
    expect(rows.length).toBeGreaterThan(0)
    collect(table, rows)
  }
  expect(await collectLog()).toMatch(/violates check constraint[^]*STATEMENT: +with result as \(insert into public."enrollments"/)
  expectNoTrace()
})
