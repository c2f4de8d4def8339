import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { logToConsole } from '../../runtime/log.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const evil = 'https://evil.example/'

test.each([
  evil,
  '//evil.example/',
  'https:evil.example',
  '\\\\evil.example',
  'http://127.0.0.1@evil.example/',
  'http://127.0.0.1.evil.example/',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://127.0.0.1/\r\nset-cookie: a=b',
  'http://127.0.0.1/%0d%0aset-cookie:%20a=b',
  '\u0000',
])('a link that is to lead to %j leads to the site, with no header added', async (target) => {
  for (const path of ['/verify?token=x&type=recovery', '/callback?state=x', '/verify?token=pkce_x&type=signup']) {
    const response = await auth.app.request(`${path}&redirect_to=${encodeURIComponent(target)}`, {
      headers: { referer: evil },
    })
    expect(response.status).toBe(303)
    expect(new URL(response.headers.get('location') ?? '').origin).toBe('http://127.0.0.1')
    expect(response.headers.get('location')).not.toMatch(/[\r\n]/)
    expect(response.headers.get('set-cookie')).toBeNull()
  }
  const authorize = await auth.app.request(`/authorize?provider=google&redirect_to=${encodeURIComponent(target)}`)
  expect([authorize.status, authorize.headers.get('location')]).toEqual([400, null])
})

const lines = 'ruth@example.com\r\n{"event":"forged"}\u2028'

test.each<[string, object]>([
  ['/signup', { email: lines, password: lines, data: { name: lines } }],
  ['/token?grant_type=password', { email: lines, password: lines }],
  ['/token?grant_type=refresh_token', { refresh_token: lines }],
  [`/token?grant_type=${encodeURIComponent(lines)}`, {}],
  ['/recover', { email: lines }],
  ['/verify', { type: lines, token: lines, email: lines }],
  [`/${encodeURIComponent(lines)}`, {}],
])('lines in what is sent to %s reach no header, e-mail or log', async (path, fields) => {
  const before = auth.logged.length
  const response = await auth.app.request(path, {
    method: 'POST',
    body: JSON.stringify(fields),
    headers: { 'user-agent': 'x'.repeat(2000) },
  })
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  expect(JSON.stringify([...response.headers])).not.toContain('forged')
  expect(auth.emails).toEqual([])
  expect(auth.logged.length).toBe(before)
})

test('an entry of the log is one line, whatever it says', () => {
  const written: unknown[] = []
  const print = vi.spyOn(console, 'log').mockImplementation((line) => void written.push(line))
  logToConsole('something', { path: lines })
  print.mockRestore()
  expect(written).toHaveLength(1)
  expect(String(written[0]).split(/[\r\n]/)).toHaveLength(1)
  expect(JSON.parse(String(written[0]))).toMatchObject({ event: 'something', path: lines })
})

test.each(["'; drop table auth.users; --", '$1', '\\', '"', '{{constructor}}', '${7*7}', '<img src=x onerror=alert(1)>'])(
  'the name %j is kept as it is',
  async (name) => {
    const credentials = { email: `ruth.${randomUUID()}@example.com`, password: 'a good password', data: { name } }
    const response = await auth.app.request('/signup', { method: 'POST', body: JSON.stringify(credentials) })
    expect((await response.json()).user.user_metadata.name).toBe(name)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  },
)
