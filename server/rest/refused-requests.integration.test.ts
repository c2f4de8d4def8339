import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

const missingTable = (name: string) => `404 PGRST205 Could not find the table 'public.${name}' in the schema cache`
const wrongPath = '404 PGRST125 Invalid path specified in request URL'
const notImplemented = '400 PGRST127 Feature not implemented'
const unavailable = (type: string) => `406 PGRST107 None of these media types are available: ${type}`
const stripped = 'application/vnd.pgrst.object+json;nulls=stripped'

test.each<[query: string, refusal: string, headers?: Record<string, string>]>([
  ['/nothing?select=id', missingTable('nothing')],
  // Tables of other schemas are as unknown as those that do not exist.
  ['/users', missingTable('users')],
  ['/', wrongPath],
  ['/rpc/anything', '405 PGRST101 Cannot use the GET method on RPC'],
  ['/rpc', missingTable('rpc')],
  ['/enrollments/more', wrongPath],
  ['/enrollments?select=admin', '400 42703 column enrollments.admin does not exist'],
  ['/enrollments?admin=eq.1', '400 42703 column enrollments.admin does not exist'],
  ['/enrollments?id=abc', "400 PGRST100 failed to parse the filter on 'id'"],
  ['/enrollments?id=in.abc', "400 PGRST100 failed to parse the filter on 'id'"],
  ['/enrollments?id=is.abc', "400 PGRST100 failed to parse the filter on 'id'"],
  ['/enrollments?id=in.(abc)', '400 22P02 invalid input syntax for type uuid'],
  ['/enrollments?city=like.*a*', notImplemented],
  ['/enrollments?city=eq(any).{a,b}', notImplemented],
  ['/enrollments?order=admin', '400 42703 column enrollments.admin does not exist'],
  ['/enrollments?order=id.up', '400 PGRST100 failed to parse the order'],
  ['/enrollments?limit=-1', '400 PGRST100 failed to parse limit and offset'],
  ['/enrollments?offset=one', '400 PGRST100 failed to parse limit and offset'],
  ['/enrollments?constructor=eq.1', '400 42703 column enrollments.constructor does not exist'],
  ['/enrollments?on_conflict=id', notImplemented],
  ['/enrollments?or=(id.eq.1)', notImplemented],
  ['/enrollments?select=id::text', notImplemented],
  ['/enrollments?select=email:customer_email', notImplemented],
  ['/enrollments?select=id,users(email)', notImplemented],
  ['/enrollments?select=id', '406 PGRST106 Invalid schema: auth', { 'accept-profile': 'auth' }],
  ['/users?select=id', '406 PGRST106 Invalid schema: auth', { 'accept-profile': 'auth' }],
  ['/enrollments?select=id', unavailable('text/csv'), { accept: 'text/csv' }],
  ['/enrollments?select=id', unavailable(stripped), { accept: stripped }],
  [
    '/enrollments?select=id',
    '400 PGRST122 Invalid preferences given with handling=strict',
    { prefer: 'handling=strict, plurality=singular' },
  ],
  ['/enrollments?select=id', notImplemented, { prefer: 'tx=rollback' }],
  ['/enrollments?select=id', notImplemented, { prefer: 'timezone=America/Chicago' }],
])('reading %s is refused: %s', async (query, refusal, headers = {}) => {
  expect(await refusalOf(rest.request(query, { token: rest.ruth.token, headers }))).toBe(refusal)
})

test('a browser that likes anything is answered', async () => {
  const headers = { accept: 'text/html, */*;q=0.8' }
  expect((await rest.request('/enrollments?select=id', { token: rest.ruth.token, headers })).status).toBe(200)
})

test('the methods that are not offered are refused, those that are can be asked for', async () => {
  const refused = await rest.request('/enrollments?id=eq.1', { method: 'PUT', token: rest.ruth.token })
  expect(refused.headers.get('allow')).toBe('OPTIONS, GET, HEAD, POST, PATCH, DELETE')
  expect(await refusalOf(refused)).toBe('405 PGRST117 Unsupported HTTP method: PUT')
  const asked = await rest.request('/enrollments', { method: 'OPTIONS' })
  expect([asked.status, asked.headers.get('allow')]).toEqual([200, 'OPTIONS, GET, HEAD, POST, PATCH, DELETE'])
  const ofCalls = await rest.request('/rpc/anything', { method: 'OPTIONS' })
  expect([ofCalls.status, ofCalls.headers.get('allow')]).toEqual([200, 'OPTIONS, POST'])
})

const invalid = '400 PGRST102 Empty or invalid json'
const uneven = '400 PGRST102 All object keys must match'
const missingColumn = "400 PGRST204 Could not find the 'admin' column of 'enrollments' in the schema cache"

test.each([
  ['', invalid],
  ['{', invalid],
  ['{"city":}', invalid],
  ['\u0000', invalid],
  ['{"city":"a"}{"city":"b"}', invalid],
  ['[{"city":"a"},{"state":"IL"}]', uneven],
  ['[{"city":"a"},5]', uneven],
  ['[[]]', uneven],
  ['{"admin":true}', missingColumn],
])('the body %j is refused: %s', async (body, refusal) => {
  expect(await refusalOf(rest.post(body))).toBe(refusal)
})

const send = (query: string, init: RequestInit) => 
  rest.request(query, { method: 'POST', token: rest.ruth.token, ...init })

test('bytes that are no UTF-8, another content type and unknown columns are refused', async () => {
  expect(await refusalOf(send('/enrollments', { body: new Uint8Array([0x22, 0xe9, 0x22]) }))).toBe(invalid)
  const csv = { body: 'city\nChicago', headers: { 'content-type': 'text/csv' } }
  expect(await refusalOf(send('/enrollments', csv))).toBe('400 PGRST102 Content-Type not acceptable: text/csv')
  expect(await refusalOf(send('/enrollments?columns=admin', { body: '{}' }))).toBe(missingColumn)
})

/** A valid row in this many bytes. */
const padded = (bytes: number) => JSON.stringify(validRow(rest.ruth.id)).padEnd(bytes)

test('bodies larger than 256 kB are refused, and only those', async () => {
  const before = await rest.countEnrollments()
  const tooLarge = '413 PGRST102 The body is larger than 256 kB'
  expect((await rest.post(padded(256 * 1024))).status).toBe(201)
  expect(await refusalOf(rest.post(padded(256 * 1024 + 1)))).toBe(tooLarge)
  const unannounced = { body: new Blob([padded(256 * 1024 + 1)]).stream(), duplex: 'half' }
  expect(await refusalOf(send('/enrollments', unannounced))).toBe(tooLarge)
  expect(await rest.countEnrollments()).toBe(before + 1)
})

test('a change or deletion without a filter is refused, since it would reach everything', async () => {
  const all = { token: rest.serviceToken, body: '{"city":"x"}' }
  const changed = rest.request('/enrollments', { method: 'PATCH', ...all })
  expect(await refusalOf(changed)).toBe('400 21000 UPDATE requires a WHERE clause')
  const deleted = rest.request('/enrollments?select=id', { method: 'DELETE', token: rest.serviceToken })
  expect(await refusalOf(deleted)).toBe('400 21000 DELETE requires a WHERE clause')
})

test('what concerns reading is refused where rows are written, and the other way round', async () => {
  for (const query of ['id=eq.1', 'order=id', 'limit=1']) {
    expect(await refusalOf(rest.post(validRow(rest.ruth.id), { query: `?${query}` }))).toBe(notImplemented)
  }
  const limited = { method: 'PATCH', token: rest.ruth.token, body: '{"city":"x"}' }
  expect(await refusalOf(rest.request('/enrollments?city=eq.y&limit=1', limited))).toBe(notImplemented)
})

test('a schema is looked at before a table or function in it', async () => {
  const headers = { 'content-profile': 'auth' }
  const refusal = '406 PGRST106 Invalid schema: auth'
  for (const path of ['/users', '/rpc/anything']) expect(await refusalOf(send(path, { body: '{}', headers }))).toBe(refusal)
})
