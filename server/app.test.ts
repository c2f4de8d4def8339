import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { type Backend, createApp } from './app.ts'

const failing = () => new Hono().all('*', () => Promise.reject(new Error('out of order')))
const working = () => new Hono().all('*', (context) => context.json({}))
const refusing = () => new Hono().all('*', (context) => context.json({}, 429))

function appOn(origin: string, backend: Partial<Backend> = {}): Hono {
  return createApp({
    basePath: '/credit/',
    origin,
    site: { respond: (context) => context.text('a page', 200, { 'content-security-policy': 'of the page' }) },
    backend: {
      auth: working(),
      rest: working(),
      submitToDisputefox: async () => Response.json({}),
      paymentReceived: async () => Response.json({}),
      openDetails: async () => Response.json({}),
      readiness: async () => Response.json({}),
      ...backend,
    },
    log: () => undefined,
  })
}

const secure = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

test.each([
  ['auth/v1/token', 200],
  ['auth/v1', 200],
  ['rest/v1/enrollments', 200],
  ['functions/v1/submit-to-disputefox', 200],
  ['functions/v1/open-details', 200],
  ['functions/v1/other', 404],
  ['healthz', 200],
  ['readyz', 200],
])('the answer of /%s carries the headers of data', async (path, status) => {
  const response = await appOn('https://www.example.org').request(`/credit/${path}`)
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject(secure)
})

test('an answer about an error of our own carries them too', async () => {
  const app = appOn('https://www.example.org', { rest: failing(), readiness: () => Promise.reject(new Error('out of order')) })
  for (const path of ['rest/v1/enrollments', 'readyz']) {
    const response = await app.request(`/credit/${path}`)
    expect([path, response.status]).toEqual([path, 500])
    expect(Object.fromEntries(response.headers)).toMatchObject(secure)
  }
})

test('only an encrypted site tells browsers to stay encrypted, and a page has its own headers', async () => {
  const app = appOn('http://127.0.0.1:3000')
  expect((await app.request('/credit/healthz')).headers.get('strict-transport-security')).toBeNull()
  const page = await app.request('/credit/about')
  expect(page.headers.get('content-security-policy')).toBe('of the page')
  expect(page.headers.get('cache-control')).toBeNull()
})

test('a network that asks on and on gets its refusals later, from whichever interface', async () => {
  vi.useFakeTimers({ now: 0 })
  try {
    const app = appOn('http://127.0.0.1:3000', { auth: refusing(), rest: refusing() })
    let answered = 0
    const ask = async (path: string, address: string) => {
      await app.request(`/credit/${path}`, {}, { address })
      answered += 1
    }
    const asked = ['auth/v1/token', 'rest/v1/enrollments'].flatMap((path) =>
      Array.from({ length: 10 }, () => ask(path, '192.0.2.1')),
    )
    asked.push(ask('rest/v1/enrollments', '192.0.2.2'))
    await vi.advanceTimersByTimeAsync(0)
    expect(answered).toBe(11)
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all(asked)
    expect(answered).toBe(21)
  } finally {
    vi.useRealTimers()
  }
})
