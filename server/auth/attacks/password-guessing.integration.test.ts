import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { emailTo } from '../../../tests/helpers/emails.ts'

const password = 'a good password'
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const freshEmail = () => `ruth.${randomUUID()}@example.com`

async function signIn(email: string, guess: string, address: string) {
  const request = { method: 'POST', body: JSON.stringify({ email, password: guess }) }
  const response = await auth.app.request('/token?grant_type=password', request, { address })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}

async function tally(tries: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (const { status } of await Promise.all(tries)) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

test('one password tried on 200 accounts is looked at 30 times', async () => {
  const emails = Array.from({ length: 200 }, freshEmail)
  // As many concurrent attempts as may be queued.
  for (let start = 0; start < emails.length; start += 50) {
    await Promise.all(emails.slice(start, start + 50).map((email) => clientOf(auth.app).signUp({ email, password })))
  }
  expect(await tally(emails.map((email) => signIn(email, password, '198.51.100.1')))).toEqual({ 200: 30, 429: 170 })
})

test('whoever owns a whole IPv6 network has no more tries', async () => {
  const tries = Array.from({ length: 100 }, (_, host) => signIn(freshEmail(), password, `2001:db8:1:1::${host.toString(16)}`))
  expect(await tally(tries)).toEqual({ 400: 30, 429: 70 })
})

async function twelveGuesses(email: string, address: string) {
  const answers = []
  for (let turn = 0; turn < 12; turn += 1) answers.push(await signIn(email, 'a wrong password', address))
  return answers
}

test('refusals are the same for accounts that exist and for others, and say when to come back', async () => {
  const known = freshEmail()
  await clientOf(auth.app).signUp({ email: known, password })
  const answers = await twelveGuesses(known, '198.51.100.2')
  expect(answers).toEqual(await twelveGuesses(freshEmail(), '198.51.100.3'))
  expect(answers.at(-1)).toEqual({
    status: 429,
    retryAfter: '30',
    body: { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
  })
})

test('a botnet that guesses a password locks nobody out who was here before', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  expect(await signIn(email, password, '192.0.2.1')).toMatchObject({ status: 200 })
  const zombies = Array.from({ length: 300 }, (_, host) => `203.0.${host >> 8}.${host & 255}`)
  const statuses = await tally(zombies.map((address) => signIn(email, 'a guess', address)))
  expect(statuses).toEqual({ 400: expect.any(Number), 429: expect.any(Number) })
  expect(statuses[400]).toBeLessThanOrEqual(100)
  expect(await signIn(email, password, '192.0.2.1')).toMatchObject({ status: 200 })
})

test('an owner at a new address under attack recovers the account by e-mail', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  await clientOf(auth.app).verifyOtp({ type: 'signup', email, token: emailTo(auth, email).code })
  for (let host = 1; host <= 100; host += 1) await signIn(email, 'a guess', `198.18.0.${host}`)
  expect(await signIn(email, password, '192.0.2.77')).toMatchObject({ status: 429 })
  auth.advance(61_000)
  for (let host = 1; host <= 100; host += 1) await signIn(email, 'a guess', `198.18.1.${host}`)
  await clientOf(auth.app).resetPasswordForEmail(email)
  const proof = { type: 'recovery', email, token: emailTo(auth, email, 'recovery').code }
  const request = { method: 'POST', body: JSON.stringify(proof) }
  const verified = await auth.app.request('/verify', request, { address: '192.0.2.77' })
  expect(verified.status).toBe(200)
  expect(await signIn(email, password, '192.0.2.77')).toMatchObject({ status: 200 })
})

test('a guessed password is of no use where the hash is known: nothing but the password signs in', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  const [row] = await auth.database.query<{ hash: string }>({
    text: 'select encrypted_password as hash from auth.users where email = $1',
    values: [email],
  })
  expect(await signIn(email, row?.hash ?? '', '198.51.100.4')).toMatchObject({ status: 400 })
})

test('an open session tells nothing of its password to whoever presents a code that was not sent', async () => {
  const email = freshEmail()
  const { data } = await clientOf(auth.app).signUp({ email, password })
  const change = async (body: object) => {
    const headers = { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' }
    const response = await auth.app.request('/user', { method: 'PUT', headers, body: JSON.stringify(body) }, { address: '198.51.100.9' })
    return [response.status, await response.json()]
  }
  const wrong = await change({ password: 'another good one', nonce: '000000' })
  expect(wrong).toEqual([422, expect.objectContaining({ error_code: 'reauthentication_not_valid' })])
  expect(await change({ password, nonce: '000000' })).toEqual(wrong)
})
