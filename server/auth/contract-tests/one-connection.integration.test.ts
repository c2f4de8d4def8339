import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { follow, emailTo } from '../../../tests/helpers/emails.ts'

// Requests that hold a connection while waiting for another one can deadlock. With a single connection one such request
// suffices, and blocks all others.

const password = 'a good password'
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth(undefined, 1)
})
afterAll(() => auth.stop())

const freshEmail = () => `naomi.${randomUUID()}@example.com`

async function signedUp(): Promise<string> {
  const email = freshEmail()
  const { error } = await clientOf(auth.app).signUp({ email, password })
  expect(error).toBeNull()
  return email
}

/** The statuses of thirty concurrent requests, lowest first, at a time when the signing keys have to be reloaded. */
async function thirty(path: string, fieldsOf: () => object): Promise<number[]> {
  auth.advance(60_000)
  const post = async () => auth.app.request(path, { method: 'POST', body: JSON.stringify(fieldsOf()) })
  const answers = await Promise.all(Array.from({ length: 30 }, post))
  return answers.map(({ status }) => status).toSorted((one, other) => one - other)
}

const all = (status: number, length = 30) => Array.from({ length }, () => status)

test('thirty sign-ups are done with one connection', async () => {
  expect(await thirty('/signup', () => ({ email: freshEmail(), password }))).toEqual(all(200))
})

test('thirty sign-ins are', async () => {
  const email = await signedUp()
  expect(await thirty('/token?grant_type=password', () => ({ email, password }))).toEqual(all(200))
})

test('of thirty who use one code of an e-mail one gets in and the others are told', async () => {
  const email = await signedUp()
  const { code: token } = emailTo(auth, email)
  const statuses = await thirty('/verify', () => ({ type: 'signup', email, token }))
  expect(statuses).toEqual([200, ...all(403, 29)])
})

test('of thirty who exchange the code of a link one gets in and the others are told', async () => {
  const verifier = randomUUID() + randomUUID()
  const email = await signedUp()
  auth.advance(60_000)
  const challenge = { code_challenge: verifier, code_challenge_method: 'plain' }
  await auth.app.request('/recover', { method: 'POST', body: JSON.stringify({ email, ...challenge }) })
  const { query } = await follow(auth.app, emailTo(auth, email, 'recovery').link)
  const exchange = { auth_code: query.code, code_verifier: verifier }
  expect(await thirty('/token?grant_type=pkce', () => exchange)).toEqual([200, ...all(404, 29)])
})
