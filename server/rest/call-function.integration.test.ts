import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest
let service: string

beforeAll(async () => {
  rest = await openRest()
  service = await rest.sign({ role: 'service_role' })
})
afterAll(() => rest?.close())

const call = (name: string, body: unknown, token = service) =>
  rest.request(`/rpc/${name}`, { method: 'POST', token, body: typeof body === 'string' ? body : JSON.stringify(body) })

test('the official client calls a function by name and named arguments', async () => {
  const client = rest.client(service)
  const { data } = await client.rpc('lease_delivery', { p_repeats: 'never', p_enrollment: null }).throwOnError()
  expect(data).toEqual({ state: null, wait_ms: null, lease: null })
  expect((await client.rpc('release_expired_leases').throwOnError()).data).toBe(0)
})

test('whoever may not execute a function is refused', async () => {
  const body = { p_repeats: 'never' }
  expect(await refusalOf(call('lease_delivery', body, rest.ruth.token))).toMatch(/^403 42501 /)
  expect(await refusalOf(call('lease_delivery', body, ''))).toMatch(/^401 42501 /)
  expect(await refusalOf(call('lease_delivery', body, 'forged'))).toMatch(/^401 PGRST301 /)
})

test.each([
  ['unknown', {}],
  ['pg_sleep', { seconds: 1 }],
  ['queue_delivery', {}],
  ['lease_delivery', { p_unknown: 1 }],
  ['lease_delivery', {}],
  ['lease_delivery', { p_enrollment: null }],
  ['purge_personal_details', { p_limit: 1 }],
  ['lease_delivery"; drop table deliveries; --', {}],
  ['lease_delivery', { '"; drop table deliveries; --': 1 }],
])('a function %s with the arguments %j is unknown', async (name, body) => {
  expect(await refusalOf(call(encodeURIComponent(name), body))).toMatch(/^404 PGRST202 /)
})

test.each(['[]', '"text"', '{"p_repeats":', 'null'])('the body %s is refused', async (body) => {
  expect(await refusalOf(call('lease_delivery', body))).toBe('400 PGRST102 Empty or invalid json')
})

test('an argument of the wrong type is refused without repeating it', async () => {
  const refusal = await refusalOf(call('lease_delivery', { p_repeats: 'never', p_enrollment: 'hunter2' }))
  expect(refusal).toMatch(/^400 22P02 /)
  expect(refusal).not.toContain('hunter2')
})

test('an argument with a default may be left out', async () => {
  expect(await (await call('purge_personal_details', { p_older_than_seconds: 1_000_000 })).json()).toBe(0)
})

test('a function that sets a time for itself is ended after it, and no other is', async () => {
  const functions = [
    `takes_long() returns text language sql set statement_timeout = '20ms' as 'select pg_sleep(2)::text'`,
    `takes_no_time() returns text language sql set statement_timeout = '7s' as 'select 1::text'`,
    `time_of_others() returns text language sql as 'select current_setting(''statement_timeout'')'`,
  ]
  for (const text of functions) await rest.database.query({ text: `create function ${text}` })
  const timeOfOthers = async () => (await call('time_of_others', {})).json()
  const before = await timeOfOthers()
  expect(await refusalOf(call('takes_long', {}))).toMatch(/^500 /)
  expect((await call('takes_no_time', {})).status).toBe(200)
  expect(await timeOfOthers()).toBe(before)
})

test('a function without a result answers with nothing', async () => {
  const response = await call('return_digest', {})
  expect([response.status, await response.text()]).toEqual([204, ''])
})

test('the result counts as one row, and as one object', async () => {
  const client = rest.client(service)
  expect(await client.rpc('release_expired_leases', {}, { count: 'exact' })).toMatchObject({ data: 0, count: 1, error: null })
  expect(await client.rpc('delivery_health').single()).toMatchObject({ data: { waiting: 0 }, error: null })
})

test('only POST calls a function, and its address has no parameters', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const response = await rest.request('/rpc/release_expired_leases', { method, token: service })
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'OPTIONS, POST'])
  }
  expect(await refusalOf(call('release_expired_leases?select=a', {}))).toMatch(/^400 PGRST127 /)
})
