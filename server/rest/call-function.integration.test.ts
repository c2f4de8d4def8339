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

test('only POST calls a function', async () => {
  expect(await refusalOf(rest.request('/rpc/release_expired_leases', { token: service }))).toMatch(/^404 /)
})
