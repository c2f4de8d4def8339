import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRest, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})
afterAll(() => rest.close())

const origin = 'https://staging.example.org'

test.each(['/enrollments', '/rpc/release_expired_leases'])('a page of another origin may ask %s, as on PostgREST', async (path) => {
  const asked = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization, prefer' }
  const response = await rest.request(path, { method: 'OPTIONS', headers: { origin, ...asked } })
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    200,
    {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'access-control-allow-headers': 'authorization, prefer',
      'access-control-max-age': '86400',
      vary: 'Access-Control-Request-Headers',
    },
  ])
})

test('it reads answers and refusals, and their counts, but sends no cookies', async () => {
  for (const token of [rest.serviceToken, 'forged', '']) {
    const response = await rest.request('/enrollments?select=id', { token, headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toMatch(/\bContent-Range, Content-Type, Date, Location\b/)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  }
})
