import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { cors, type CorsRules } from './cors.ts'

const rules: CorsRules = {
  methods: ['GET', 'POST'],
  requestHeaders: ['Authorization', 'X-Client-Info'],
  exposedHeaders: ['Link', 'X-Total-Count'],
  maxAgeSeconds: 600,
  preflightStatus: 204,
}

const under = (given: CorsRules) =>
  new Hono()
    .use('*', cors(given))
    .get('/thing', (context) => context.json({ found: true }))
    .all('/thing', (context) => context.json({ found: false }, 405))

const page = { origin: 'https://elsewhere.example' }
const preflight = { ...page, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-new' }
const corsHeadersOf = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')))

test('a preflight request is told what a page may send, without reaching the interface', async () => {
  const response = await under(rules).request('/thing', { method: 'OPTIONS', headers: preflight })
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect(corsHeadersOf(response)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'Authorization, X-Client-Info',
    'access-control-max-age': '600',
  })
})

test('rules without a list allow the headers that a page asks for, and keep no answer for another page', async () => {
  const { requestHeaders: _, ...anyHeader } = rules
  const response = await under(anyHeader).request('/thing', { method: 'OPTIONS', headers: preflight })
  expect(response.headers.get('access-control-allow-headers')).toBe('x-new')
  expect(response.headers.get('vary')).toBe('Access-Control-Request-Headers')
})

test('other requests for options are the interface\'s own', async () => {
  for (const headers of [{}, page, { 'access-control-request-method': 'POST' }]) {
    expect((await under(rules).request('/thing', { method: 'OPTIONS', headers })).status).toBe(405)
  }
})

test('a page may read answers and refusals, and never with cookies', async () => {
  for (const [method, status] of [['GET', 200], ['DELETE', 405]] as const) {
    const response = await under(rules).request('/thing', { method, headers: page })
    expect(response.status).toBe(status)
    expect(corsHeadersOf(response)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Link, X-Total-Count',
    })
  }
})
