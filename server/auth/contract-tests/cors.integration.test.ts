import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdmin } from '../../../tests/helpers/admin.ts'
import type { TestAuth } from '../../../tests/helpers/auth.ts'

// What pages of other origins may do, with the rules of Supabase Auth.

let auth: TestAuth
let authorization: string
beforeAll(async () => {
  ;({ auth, authorization } = await startAdmin())
})
afterAll(() => auth.stop())

const origin = 'https://elsewhere.example'

test.each([
  ['/token?grant_type=password', 'POST'],
  ['/user', 'PUT'],
  ['/factors/0b7e6c1d-0000-4000-8000-000000000000', 'DELETE'],
  ['/admin/users', 'GET'],
  ['/nowhere', 'GET'],
])('a browser may ask whether a page may call %s with %s', async (path, method) => {
  const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'apikey,authorization' }
  const response = await auth.app.request(path, { method: 'OPTIONS', headers: { origin, ...asked } })
  expect([response.status, await response.text()]).toEqual([204, ''])
  const { headers } = response
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  // What auth-js sends.
  const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
  const sent = ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version']
  expect(allowed).toEqual(expect.arrayContaining(sent))
})

test.each([
  ['/settings', {}, 200],
  ['/user', {}, 401],
  ['/nowhere', {}, 404],
  ['/token', {}, 405],
])('a page reads the answer of %s', async (path, headers, status) => {
  const response = await auth.app.request(path, { headers: { origin, ...headers } })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
})

test('a page of the administration reads how many accounts there are, and where the next page of them is', async () => {
  const response = await auth.app.request('/admin/users?per_page=1', { headers: { origin, authorization } })
  const exposed = response.headers.get('access-control-expose-headers')?.toLowerCase().split(', ') ?? []
  expect(exposed).toEqual(['x-total-count', 'link', 'x-supabase-api-version'])
  expect(response.headers.has('x-total-count')).toBe(true)
})

test('a request for options that no browser asks before another is refused like any unknown method', async () => {
  const response = await auth.app.request('/settings', { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
})
