import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type Backend, createApp } from '../app.ts'
import { type LogFields, type LogLevel, logLevels } from '../runtime/log.ts'
import { logRequests } from './watcher.ts'

const backend: Backend = {
  auth: new Hono()
    .post('/token', (context) => context.json({}, 400, { 'x-sb-error-code': 'invalid_credentials' }))
    .get('/admin/users/:id', (context) => context.json({})),
  rest: new Hono().all('/:table', () => Promise.reject(new Error('out of order'))),
  submitToDisputefox: async () => new Response(null, { status: 429 }),
  paymentReceived: async () => new Response(),
  openDetails: async () => new Response(),
  readiness: async () => Response.json({}),
}

/** Sends a request to a gateway with this level; the lines that it logs. */
async function ask(path: string, { level = 'debug', trustsIds = false, id = '', method = 'GET' }: Asked = {}) {
  const lines: [string, LogFields | undefined][] = []
  const app = createApp({
    basePath: '/credit/',
    origin: 'http://localhost',
    site: { respond: (context) => context.text('a page') },
    backend,
    watching: { watcher: logRequests((event, fields) => void lines.push([event, fields]), level), trustsIds },
    log: () => undefined,
  })
  const response = await app.request(`/credit${path}`, { method, headers: id ? { 'x-request-id': id } : {} })
  return { answeredId: response.headers.get('x-request-id'), lines }
}

interface Asked {
  level?: LogLevel
  trustsIds?: boolean
  id?: string
  method?: string
}

test.each([
  ['POST', '/auth/v1/token?grant_type=password', '/auth/v1/token', 400],
  ['GET', '/auth/v1/admin/users/ruth@example.com', '/auth/v1/admin/users/:id', 200],
  ['GET', '/rest/v1/ruth@example.com?id=eq.5', '/rest/v1/:table', 500],
  ['POST', '/functions/v1/submit-to-disputefox', '/functions/v1/submit-to-disputefox', 429],
  ['GET', '/healthz', '/healthz', 200],
  ['GET', '/ruth@example.com?token=secret', '/*', 200],
])('%s %s is a line with its route, status and time, and nothing that was chosen', async (method, path, route, status) => {
  const { lines, answeredId } = await ask(path, { method })
  expect(lines).toEqual([['request', { id: answeredId, method, route, status, ms: expect.any(Number) }]])
  expect(answeredId).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.stringify(lines)).not.toMatch(/ruth|secret|password/)
})

async function logged(path: string): Promise<LogLevel[]> {
  const lines = await Promise.all(logLevels.map(async (level) => (await ask(path, { level })).lines.length))
  return logLevels.filter((_, index) => lines[index] === 1)
}

test('a level logs what it names and what is worse', async () => {
  expect(await logged('/rest/v1/enrollments')).toEqual(['error', 'info', 'debug'])
  expect(await logged('/functions/v1/submit-to-disputefox')).toEqual(['info', 'debug'])
  for (const path of ['/about', '/healthz', '/readyz']) expect(await logged(path)).toEqual(['debug'])
})

const answered = async (id: string, trustsIds: boolean) => (await ask('/healthz', { id, trustsIds })).answeredId

test('an id is taken from a trusted proxy only, and only a plain one', async () => {
  expect(await answered('from-the-proxy_1', true)).toBe('from-the-proxy_1')
  expect(await answered('from-the-proxy_1', false)).toMatch(/^[0-9a-f-]{36}$/)
  for (const id of ['a'.repeat(65), 'a b', 'a"b', 'ruth@example.com']) {
    expect(await answered(id, true)).toMatch(/^[0-9a-f-]{36}$/)
  }
})
