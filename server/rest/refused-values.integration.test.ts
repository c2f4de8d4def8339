import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

const secret = 'SECRET'
const denied = '403 42501 permission denied for table enrollments'
const half = '403 42501 new row violates row-level security policy for table "enrollments"'
const noId = '400 23502 null value in column "id" of relation "enrollments" violates not-null constraint'

test.each<[what: string, change: Record<string, unknown>, refusal: string]>([
  ['a rule', { state: secret }, '400 23514 Please check the form: state is one of the 50 states'],
  ['a gap', { city: null }, '400 23514 Please check the form: city is required'],
  ['half an enrollment', { onboarding_completed: false }, half],
  ['a missing flag', { onboarding_completed: null }, half],
  ['a missing id', { id: null }, noId],
  ['a malformed id', { id: secret }, '400 22P02 invalid input syntax for type uuid'],
  ['a malformed owner', { user_id: secret }, '400 22P02 invalid input syntax for type uuid'],
  ['a malformed flag', { onboarding_completed: secret }, '400 22P02 invalid input syntax for type boolean'],
  ['a malformed date', { date_of_birth: secret }, '400 22007 invalid input syntax for type date'],
  ['an impossible date', { date_of_birth: '2023-02-29' }, '400 22008 date/time field value out of range'],
  ['a price that is too large', { plan_price: 1e12 }, '400 22003 numeric field overflow'],
  ['a NUL character', { notes: `${secret}\u0000` }, '400 22P05 unsupported Unicode escape sequence'],
  ['half a character', { notes: `${secret}\ud800` }, '400 22P02 invalid input syntax for type json'],
  ['a column of the server', { payment_verified_at: '2026-01-01' }, denied],
])('%s is refused, nothing is stored and no value is shown', async (_, change, refusal) => {
  const before = await rest.countEnrollments()
  const response = await rest.post({ ...validRow(rest.ruth.id), ...change })
  const shown = await response.clone().text()
  expect(await refusalOf(response)).toBe(refusal)
  for (const hidden of [secret, 'Failing row', 'Ruth', '0042', '1980', '2023']) expect(shown).not.toContain(hidden)
  expect(await rest.countEnrollments()).toBe(before)
})

const get = (id: string) => rest.request(`/enrollments?id=eq.${id}&select=id`, { token: rest.ruth.token })

test('an id that is no UUID is refused without showing it', async () => {
  expect(await refusalOf(get(secret))).toBe('400 22P02 invalid input syntax for type uuid')
  const query = `/enrollments?city=eq.${secret}%00&select=id`
  expect(await refusalOf(rest.request(query, { token: rest.serviceToken }))).toBe('400 22021 invalid byte sequence for encoding "UTF8"')
})

test("what does not fit its column is not in PostgreSQL's log", async () => {
  const hidden = 'Zebulonia'
  for (const column of ['id', 'user_id', 'date_of_birth', 'onboarding_completed', 'plan_price']) {
    expect((await rest.post({ ...validRow(rest.ruth.id), [column]: hidden })).status).toBe(400)
    const filtered = rest.request(`/enrollments?${column}=eq.${hidden}`, { token: rest.serviceToken })
    expect((await filtered).status).toBe(400)
  }
  const [log] = await rest.database.query<{ text: string }>({ text: 'select pg_read_file(pg_current_logfile()) as text' })
  expect(log?.text).toContain('violates check constraint')
  expect(log?.text).not.toContain(hidden)
})

test('values nested too deeply are refused, whichever way they are sent', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(await refusalOf(rest.post(`{"notes":${deep}}`))).toBe('400 54001 the request is too complex')
  expect(await refusalOf(rest.post(deep))).toBe('400 PGRST102 All object keys must match')
})

test('an account that is gone cannot own an enrollment', async () => {
  const gone = '00000000-0000-4000-8000-000000000000'
  expect(await refusalOf(rest.post(validRow(gone), { token: rest.serviceToken }))).toBe(
    '409 23503 insert or update on table "enrollments" violates foreign key constraint "enrollments_user_id_fkey"',
  )
})

test('text that looks like SQL is stored as text', async () => {
  const notes = `'); drop table public.enrollments; --`
  expect((await rest.post({ ...validRow(rest.ruth.id), notes })).status).toBe(201)
  const url = `/enrollments?notes=eq.${encodeURIComponent(notes)}&select=notes`
  expect(await (await rest.request(url, { token: rest.serviceToken })).json()).toEqual([{ notes }])
})

test('a number that grows when it is written out is refused before PostgreSQL sees it, wherever it stands', async () => {
  const refusal = '400 22003 a number in the body is too long'
  const inserted = { headers: { prefer: 'missing=default' } }
  for (const number of ['1e131000', '-1E+100', '1e-16383', '0.1e00999']) {
    expect(await refusalOf(rest.post(`[{"notes":[[${number}]]}]`, inserted))).toBe(refusal)
    expect(await refusalOf(rest.post(`[{"id":null},{"notes":${number}}]`, inserted))).toBe(refusal)
  }
  expect((await rest.post({ ...validRow(rest.ruth.id), notes: 'Order 1e131000, "1e999" and \\" 2e5000' }, inserted)).status).toBe(201)
})
