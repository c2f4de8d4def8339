import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'

const password = 'a good password'
let auth: TestAuth
let app: Hono
beforeAll(async () => {
  auth = await startAuth()
  // Slow enough for a queue to form, without other limits.
  const rateLimits = { 'wrong-password': { account: { times: 1000, seconds: 1 } } }
  app = auth.withSettings({ bcryptCost: 9, rateLimits })
})
afterAll(() => auth.stop())

const post = async (path: string, fields: object) => app.request(path, { method: 'POST', body: JSON.stringify(fields) })

/** This many concurrent sign-ins for an unknown address. */
const signIns = (length: number) =>
  Array.from({ length }, () => post('/token?grant_type=password', { email: 'nobody', password }))

test('a burst of sign-ins does not keep those waiting who are signed in', async () => {
  const signUp = await post('/signup', { email: `ruth.${randomUUID()}@example.com`, password })
  const { access_token: token } = await signUp.json()
  let answered = 0
  const burst = signIns(60).map((signIn) => signIn.then(() => (answered += 1)))
  await Promise.race(burst)
  const user = await app.request('/user', { headers: { authorization: `Bearer ${token}` } })
  expect(user.status).toBe(200)
  // Without the limit, all sixty would precede the token in the queue of the thread pool.
  expect(answered).toBeLessThan(40)
  await Promise.all(burst)
})

test('sign-ins beyond the queue are told to retry in a second', async () => {
  const answers = await Promise.all(signIns(120))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(answers.length - refused.length)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(await refused[0]?.json()).toEqual({
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  })
})
