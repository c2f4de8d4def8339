import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setQuotas } from '../quotas.ts'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { noQuotas } from '../../tests/helpers/no-limits.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

// Answers that SQL functions choose, by PostgREST's contract for RAISE.

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})
beforeEach(() => setQuotas(rest.database, noQuotas))
afterAll(() => rest.close())

/** Calls a function that raises this. */
async function raising(sqlstate: string, using: string): Promise<Response> {
  const name = `f_${randomUUID().replaceAll('-', '')}`
  await rest.database.query({
    text: `create function public.${name}() returns text language plpgsql as $$
      begin raise sqlstate '${sqlstate}' using ${using}; end $$`,
  })
  return rest.request(`/rpc/${name}`, { method: 'POST', token: rest.ruth.token, body: '{}' })
}

test('PGRST is status, headers and body', async () => {
  const response = await raising(
    'PGRST',
    `message = '{"code":"teapot","message":"Short and stout","hint":"Tip me"}',
     detail = '{"status":418,"headers":{"Retry-After":"60","X-Handle":"here"}}'`,
  )
  expect([response.status, response.headers.get('retry-after'), response.headers.get('x-handle')]).toEqual([418, '60', 'here'])
  expect(await response.json()).toEqual({ code: 'teapot', message: 'Short and stout', details: null, hint: 'Tip me' })
})

test('PTxyz is the status xyz', async () => {
  const response = await raising('PT402', `message = 'Payment required', detail = 'Quota exceeded', hint = 'Upgrade'`)
  expect([response.status, await response.json()]).toEqual([
    402,
    { code: 'PT402', message: 'Payment required', details: 'Quota exceeded', hint: 'Upgrade' },
  ])
})

test('what a function says of an argument that it does not take is told as it stands', async () => {
  const response = await raising('22023', `message = 'several begin so', detail = 'At least two', hint = 'Give more digits'`)
  expect([response.status, await response.json()]).toEqual([
    400,
    { code: '22023', message: 'several begin so', details: 'At least two', hint: 'Give more digits' },
  ])
})

test('what PostgreSQL itself says of it is not, since it quotes what was sent', async () => {
  for (const [code, cast] of [['22023', `now() at time zone 'Mary/Berg'`], ['22P02', `'Mary/Berg'::uuid::text`]] as const) {
    const name = `f_${randomUUID().replaceAll('-', '')}`
    await rest.database.query({
      text: `create function public.${name}() returns text language plpgsql as $$ begin return (${cast})::text; end $$`,
    })
    const answer = await rest.request(`/rpc/${name}`, { method: 'POST', token: rest.ruth.token, body: '{}' })
    const body = await answer.text()
    expect([answer.status, JSON.parse(body).code, body.includes('Mary')]).toEqual([400, code, false])
  }
})

test.each([
  ['PGRST', `message = 'text', detail = '{"status":418,"headers":{}}'`],
  ['PGRST', `message = '{"code":"a","message":"b"}'`],
  ['PGRST', `message = '{"code":"a","message":"b"}', detail = '{"status":200,"headers":{}}'`],
  ['PTABC', `message = 'text'`],
  ['PT200', `message = 'text'`],
])('%s with %s is a fault of the function', async (sqlstate, using) => {
  expect(await refusalOf(raising(sqlstate, using))).toBe(`500 PGRST121 Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`)
})

test('a quota that is used up is a 429 with a sentence for the visitor, and when to come back', async () => {
  await setQuotas(rest.database, { ...noQuotas, rows_per_account_hour: 1 })
  expect((await rest.post(validRow(rest.ruth.id))).status).toBe(201)
  const response = await rest.post(validRow(rest.ruth.id))
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500)
  const sentence = 'Too much was sent within an hour. Please try again later.'
  expect(await refusalOf(response)).toBe(`429 over_request_rate_limit ${sentence}`)
  const { error } = await rest.client(rest.ruth.token).from('enrollments').insert(validRow(rest.ruth.id))
  expect(error).toMatchObject({ code: 'over_request_rate_limit', message: sentence })
})

test('a request of hundreds of rows is refused at the first one too many, and stores none', async () => {
  await setQuotas(rest.database, {})
  const before = await rest.countEnrollments()
  const rows = Array.from({ length: 400 }, () => validRow(rest.boaz.id))
  const answer = refusalOf(rest.post(rows, { token: rest.boaz.token }))
  expect(await answer).toBe('429 over_request_rate_limit At most 10 enrollments can be sent at once.')
  expect(await rest.countEnrollments()).toBe(before)
})

test('what visitors send as their address is not believed', async () => {
  await setQuotas(rest.database, { ...noQuotas, rows_per_network_hour: 1 })
  const headers = { 'cf-connecting-ip': '192.0.2.1', 'x-forwarded-for': '192.0.2.1' }
  // Without a listener there is no address: what is sent counts for nobody.
  for (let turn = 0; turn < 3; turn += 1) expect((await rest.post(validRow(rest.ruth.id), { headers })).status).toBe(201)
})
