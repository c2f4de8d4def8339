import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

const post: TestRest['post'] = (body, init) => rest.post(body, init)
const row = (change: Record<string, unknown> = {}) => ({ ...validRow(rest.ruth.id), ...change })

test('an added row comes back as an object, with the headers of the contract', async () => {
  const response = await post(row(), { headers: { accept: 'application/vnd.pgrst.object+json' } })
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  expect(response.headers.get('content-range')).toBe('*/*')
  expect(response.headers.get('preference-applied')).toBe('return=representation')
  expect(response.headers.get('location')).toBeNull()
  expect(await response.json()).toEqual({ id: expect.any(String) })
})

test('without a wish an added row is an array or, without a preference, an empty body', async () => {
  const list = await post(row())
  expect(list.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await list.json()).toEqual([{ id: expect.any(String) }])
  const silent = await post(row(), { query: '', headers: { prefer: 'return=minimal' } })
  expect(silent.status).toBe(201)
  expect(silent.headers.get('preference-applied')).toBe('return=minimal')
  expect(await silent.text()).toBe('')
})

test('changed and read rows are counted in Content-Range', async () => {
  await post(row({ city: 'Counted' }))
  const [id] = await rest.idsWhere('city', 'Counted')
  const query = `/enrollments?id=eq.${id}&select=id`
  const { token } = rest.ruth
  const changed = await rest.request(query, { method: 'PATCH', token, body: '{"notes":"x"}' })
  expect([changed.status, changed.headers.get('content-range')]).toEqual([204, '0-0/*'])
  const read = await rest.request(query, { token })
  expect([read.status, read.headers.get('content-range')]).toEqual([200, '0-0/*'])
  const head = await rest.request(query, { method: 'HEAD', token })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('what PostgREST takes as nothing to write, writes nothing', async () => {
  const before = await rest.countEnrollments()
  for (const nothing of ['[]', '5', 'null', '"text"']) {
    const response = await post(nothing)
    expect([nothing, response.status, await response.json()]).toEqual([nothing, 201, []])
  }
  expect(await rest.countEnrollments()).toBe(before)
})

test('a change without any column changes nothing', async () => {
  const response = await rest.request('/enrollments?id=eq.00000000-0000-4000-8000-000000000000&select=id', {
    method: 'PATCH',
    token: rest.ruth.token,
    body: '{}',
    headers: { prefer: 'return=representation' },
  })
  expect([response.status, await response.json()]).toEqual([200, []])
})

test('numbers, booleans and objects become text in text columns, as on PostgREST', async () => {
  const mixed = { notes: { call: 'late' }, city: 12, street_address: true, plan_price: '12.5' }
  expect((await post(row(mixed))).status).toBe(201)
  const stored = await rest.request('/enrollments?city=eq.12&select=notes,city,street_address,plan_price', {
    token: rest.serviceToken,
  })
  expect(await stored.json()).toEqual([
    { notes: '{"call":"late"}', city: '12', street_address: 'true', plan_price: 12.5 },
  ])
})

test('an object without columns is a row of defaults, which row-level security refuses without an owner', async () => {
  expect(await refusalOf(post({}))).toMatch(/^403 42501 new row violates row-level/)
})
