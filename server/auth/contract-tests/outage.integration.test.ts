import { AuthRetryableFetchError } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { connectDatabase, type Database } from '../../postgres/database.ts'
import { createAuth } from '../create-auth.ts'

const credentials = { email: 'ruth@example.com', password: 'a good password' }
const away = 'The service cannot be reached at the moment. Please try again.'

let auth: TestAuth
let unreachable: Database
let logged: unknown[]
let app: ReturnType<typeof createAuth>

beforeAll(async () => {
  auth = await startAuth()
  // Nothing listens on port 1.
  unreachable = connectDatabase('postgres://somebody@127.0.0.1:1/nothing', () => undefined)
  logged = []
  app = createAuth({
    database: unreachable,
    keys: auth.keys,
    ways: {},
    mailer: { send: async () => 'sent' },
    settings: auth.settings,
    now: () => new Date(),
    log: (...entry) => void logged.push(entry),
  })
})

afterAll(async () => {
  await unreachable.close()
  await auth.stop()
})

test('while the database is away the answer is a temporary fault in the contract\'s form', async () => {
  const response = await app.request('/signup', { method: 'POST', body: JSON.stringify(credentials) })
  expect([response.status, await response.json()]).toEqual([
    503,
    { code: 503, error_code: 'unexpected_failure', msg: away },
  ])
  expect(logged).toEqual([['auth-request-failed', { route: '/signup', reason: 'Error', code: 'ECONNREFUSED' }]])
})

test('the official client knows that it may try again', async () => {
  const { error } = await clientOf(app).signInWithPassword(credentials)
  expect(error).toBeInstanceOf(AuthRetryableFetchError)
  expect(error).toMatchObject({ status: 503, message: away })
})

test('a caller who hangs up is no outage and fills no log', async () => {
  const before = logged.length
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  const body = new ReadableStream({ pull: (controller) => controller.error(aborted) })
  const streamed = { method: 'POST', body, duplex: 'half' }
  const response = await app.request('/signup', streamed)
  expect(response.status).toBe(400)
  expect(logged).toHaveLength(before)
})
