import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentsIn, textsIn } from '../../domain/consents.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'
import { addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'

let database: OpenDatabase
let ruth: TestUser

beforeAll(async () => {
  database = await openTestDatabase()
  ruth = await addUser(database, 'ruth@example.com')
  await run('update auth.sessions set ip = $1', ['203.0.113.7'])
})
afterAll(() => database.close())

const run = (text: string, values: unknown[] = []) =>
  database.transaction(async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

const sha256 = (digit: string) => digit.repeat(64)
const terms = { document: 'terms', version: '2031-03-04', sha256: sha256('a') }
const privacy = { document: 'privacy', version: '2031-03-04.2', sha256: sha256('b') }
const sms = { document: 'sms', version: '2031-01-01', sha256: sha256('c') }

/** What the form sends, with this header; undefined for a request without one. */
async function send(texts: string | undefined, id?: string, user = ruth): Promise<string> {
  const row = validRow(user.id, { preferredContactMethod: 'text' })
  const created = id ?? randomUUID()
  const columns = Object.keys(row).map((column, index) => `${column} = $${index + 2}`)
  const statement = id
    ? { text: `update enrollments set ${columns.join(', ')} where id = $1`, values: [id, ...Object.values(row)] }
    : insertOf({ id: created, ...row })
  const headers: Record<string, string> = texts === undefined ? {} : { consents: texts }
  await database.transactionAs(user.claims, (client) => client.query(statement.text, statement.values), headers)
  return created
}

async function entriesOf(id: string) {
  const rows = await run('select action, texts from consents where enrollment_id = $1 order by id', [id])
  return rows.map(({ action, texts }) => ({ action, texts: textsIn(String(texts)) }))
}

const stands = async (id: string, document = 'sms') =>
  (await run('select has_consented($1, $2) as stands', [id, document]))[0]?.stands

test('whoever sends the form agrees to what its header names: text, version, hash, time, account and network', async () => {
  const before = await run('select clock_timestamp() as now')
  const id = await send(consentsIn([terms, privacy]))
  const rows = await run('select *, at >= $2 as recent from consents where enrollment_id = $1', [id, before[0]?.now])
  expect(rows).toMatchObject([{ enrollment_id: id, user_id: ruth.id, network: '203.0.113.7', recent: true }])
  expect(await entriesOf(id)).toEqual([{ action: 'given', texts: [terms, privacy] }])
  expect(await stands(id, 'terms')).toBe(true)
  expect(await stands(id)).toBe(false)
})

test('an update counts like an insert, and each time is an entry of its own', async () => {
  const id = await send(consentsIn([terms]))
  const next = { ...terms, version: '2032-01-01' }
  await send(consentsIn([next]), id)
  expect(await entriesOf(id)).toEqual([{ action: 'given', texts: [terms] }, { action: 'given', texts: [next] }])
})

test('consent to text messages ends when the form is sent again without it', async () => {
  const id = await send(consentsIn([terms, sms]))
  expect(await stands(id)).toBe(true)
  await send(consentsIn([terms]), id)
  expect(await stands(id)).toBe(false)
  expect(await entriesOf(id)).toEqual([
    ...withdrawn, { action: 'given', texts: [terms] },
  ])
  await send(consentsIn([sms]), id)
  expect(await stands(id)).toBe(true)
  await send(consentsIn([sms]), id)
  expect(await stands(id)).toBe(true)
})

const withdrawn = [{ action: 'given', texts: [terms, sms] }, { action: 'withdrawn', texts: [sms] }]

test.each([
  { change: `city = 'Shelbyville'`, ends: false },
  { change: `notes = 'Ring twice'`, ends: false },
  { change: `customer_phone = '555-010-0199'`, ends: true },
  { change: `preferred_contact_method = 'email'`, ends: true },
])('a correction of $change ends consent to text messages: $ends', async ({ change, ends }) => {
  const id = await send(consentsIn([terms, sms]))
  await database.transactionAs(ruth.claims, (client) => client.query(`update enrollments set ${change} where id = $1`, [id]))
  expect(await stands(id)).toBe(!ends)
  expect(await entriesOf(id)).toEqual(ends ? withdrawn : withdrawn.slice(0, 1))
})

test('a number that comes back under the id of a deleted enrollment has no consent from before', async () => {
  const id = await send(consentsIn([terms, sms]))
  await run('delete from enrollments where id = $1', [id])
  const { text, values } = insertOf({ id, ...validRow(ruth.id, { preferredContactMethod: 'text' }) })
  await database.transactionAs(ruth.claims, (client) => client.query(text, values))
  expect(await entriesOf(id)).toEqual(withdrawn)
})

test.for([
  undefined,
  '',
  'terms',
  'terms@2031-03-04',
  `terms@2031-03-04=${'a'.repeat(63)}`,
  `terms@2031-03-04=${'a'.repeat(65)}`,
  `terms@2031-03-04=${'A'.repeat(64)}`,
  `terms@soon=${'a'.repeat(64)}`,
  `terms@2031-03-04=${'a'.repeat(64)}\u202e`,
  `'; drop table consents; --`,
  '{"terms":1}',
])('a header that names no text is nothing, and loses nothing: %s', async (header) => {
  const id = await send(header)
  expect(await entriesOf(id)).toEqual([])
  expect(await run('select id from enrollments where id = $1', [id])).toEqual([{ id }])
})

test('one request names a dozen texts at most', async () => {
  const [entry] = await entriesOf(await send(consentsIn(Array.from({ length: 40 }, () => terms))))
  expect(entry?.texts).toHaveLength(12)
})

test('a row that the service or the staff write is no consent', async () => {
  const id = randomUUID()
  const { text, values } = insertOf({ id, ...validRow(ruth.id) })
  await database.transactionAs({ role: 'service_role' }, (client) => client.query(text, values), { consents: consentsIn([terms]) })
  expect(await entriesOf(id)).toEqual([])
})

test('a row that is refused leaves no consent', async () => {
  const boaz = await addUser(database, 'boaz@example.com')
  const id = await send(consentsIn([terms]))
  await expect(send(consentsIn([sms]), undefined, { ...ruth, id: boaz.id })).rejects.toThrow('row-level security')

  await send(consentsIn([sms]), id, boaz)
  expect(await entriesOf(id)).toEqual([{ action: 'given', texts: [terms] }])
})

test('where consents cannot be stored, the enrollment is, and the fault is in the log', async () => {
  await run('alter table consents rename to consents_elsewhere')
  const id = await send(consentsIn([terms]))
  await run('alter table consents_elsewhere rename to consents')
  expect(await run('select id from enrollments where id = $1', [id])).toEqual([{ id }])
  const [log] = await run('select pg_read_file(pg_current_logfile()) as text')
  expect(log?.text).toMatch(/WARNING: +The consents of an enrollment were not recorded \(42P01\)/)
})

const asRole = (role: 'anon' | 'authenticated' | 'service_role', statement: string) =>
  database.transactionAs(role === 'authenticated' ? ruth.claims : { role }, (client) => client.query(statement))

test('a consent that stands is withdrawn once', async () => {
  const id = await send(consentsIn([terms, sms]))
  const withdraw = async () => run(`select withdraw_consent($1, 'sms') as done`, [id])
  expect(await withdraw()).toEqual([{ done: true }])
  expect(await stands(id)).toBe(false)
  expect(await withdraw()).toEqual([{ done: false }])
  expect((await run('select user_id from consents where enrollment_id = $1 order by id desc limit 1', [id]))[0]).toEqual({ user_id: null })
})

test('the proof outlives the enrollment and the account', async () => {
  const naomi = await addUser(database, 'naomi@example.com')
  const id = await send(consentsIn([terms]), undefined, naomi)
  await run('delete from enrollments where id = $1', [id])
  await run('delete from auth.users where id = $1', [naomi.id])
  expect(await entriesOf(id)).toEqual([{ action: 'given', texts: [terms] }])
})

const kept = `insert into consent_texts (document, version, sha256, body)
  values ('terms', '2031-03-04', encode(sha256('The terms'), 'hex'), 'The terms')`

test('the service keeps a text under its own hash only', async () => {
  await asRole('service_role', kept)
  await expect(asRole('service_role', kept.replace("'The terms')", "'Other terms')"))).rejects.toThrow('sha256_is_that_of_the_body')
})

test.each([
  `update consents set action = 'withdrawn'`,
  'delete from consents',
  'truncate consents',
  `set session_replication_role = replica; delete from consents`,
  `update consent_texts set body = ''`,
  'delete from consent_texts',
  'truncate consent_texts',
  `set session_replication_role = replica; delete from consent_texts`,
])('not even the owner can: %s', async (statement) => {
  await expect(run(statement)).rejects.toThrow('can only be added to')
})

const forged = `insert into consents (action, texts, enrollment_id) values ('given', 'sms@1=2', gen_random_uuid())`

test.each([forged, `update consents set action = 'given'`, 'delete from consents', 'truncate consents', 'delete from consent_texts'])(
  'the service has no right to: %s',
  async (statement) => {
    await expect(asRole('service_role', statement)).rejects.toThrow('permission denied')
  },
)

test.each(['anon', 'authenticated'] as const)('%s reads nothing of it, and adds nothing but by sending a form', async (role) => {
  for (const statement of [
    'select from consents', 'select from consent_texts', forged, kept,
    `select withdraw_consent(gen_random_uuid(), 'sms')`, `select has_consented(gen_random_uuid(), 'sms')`,
  ]) {
    await expect(asRole(role, statement)).rejects.toThrow('permission denied')
  }
})
