import { randomUUID } from 'node:crypto'
import type { GoTrueAdminApi } from '@supabase/auth-js'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminWith, serviceKeyOf } from '../../../tests/helpers/admin.ts'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { follow, emailsTo, emailTo } from '../../../tests/helpers/emails.ts'

// A repeated sign-up for an unconfirmed account, perhaps by another person.

const password = 'chosen by the owner'
const foreign = 'chosen by a stranger'
let auth: TestAuth
/** The service with mail configured: no session before the address is confirmed. */
let strict: Hono
let admin: GoTrueAdminApi
beforeAll(async () => {
  auth = await startAuth()
  strict = auth.withSettings({ unverifiedSignIns: false })
  admin = adminWith(strict, await serviceKeyOf(auth))
})
afterAll(() => auth.stop())

const freshEmail = () => `naomi.${randomUUID()}@example.com`
const signUp = (email: string, chosen: string, metadata: object = {}) =>
  clientOf(strict).signUp({ email, password: chosen, options: { data: metadata } })
const signInError = async (email: string, tried: string) =>
  (await clientOf(strict).signInWithPassword({ email, password: tried })).error?.code
const proveAddress = (email: string) => follow(strict, emailTo(auth, email).link)

test.each([
  ['the stranger came first', [foreign, password], 0],
  ['the stranger came first, and a second e-mail was written', [foreign, password], 60_000],
  ['the stranger came second', [password, foreign], 0],
  ['the stranger came second, and a second e-mail was written', [password, foreign], 60_000],
  ['the stranger came again', [foreign, password, foreign], 60_000],
  ['both chose theirs twice', [foreign, password, foreign, password], 60_000],
])('no password of a foreign sign-up survives the proof: %s', async (_, choices, pauseMs) => {
  const email = freshEmail()
  for (const chosen of choices) {
    await signUp(email, chosen)
    auth.advance(pauseMs)
  }
  expect((await proveAddress(email)).fragment).toHaveProperty('access_token')
  for (const tried of [foreign, password]) expect(await signInError(email, tried)).toBe('invalid_credentials')
})

test('nor does one by the first e-mail, after the second', async () => {
  const email = freshEmail()
  await signUp(email, foreign)
  const first = emailTo(auth, email)
  await signUp(email, password)
  await follow(strict, first.link)
  expect(await signInError(email, foreign)).toBe('invalid_credentials')
})

test('the owner then chooses a password by the e-mail of recovery', async () => {
  const email = freshEmail()
  await signUp(email, foreign)
  await signUp(email, password)
  await proveAddress(email)
  const client = clientOf(strict)
  await client.resetPasswordForEmail(email)
  await client.verifyOtp({ email, token: emailTo(auth, email, 'recovery').code, type: 'recovery' })
  expect((await client.updateUser({ password: 'another password' })).error).toBeNull()
  expect(await signInError(email, 'another password')).toBeUndefined()
})

test('somebody who signs up twice with one password keeps it', async () => {
  const email = freshEmail()
  await Promise.all([signUp(email, password), signUp(email, password)])
  await signUp(email, password)
  await proveAddress(email)
  expect(await signInError(email, password)).toBeUndefined()
})

test('of two different passwords at the same moment none survives', async () => {
  await auth.openConnections()
  const email = freshEmail()
  await Promise.all([signUp(email, password), signUp(email, foreign)])
  await proveAddress(email)
  for (const tried of [foreign, password]) expect(await signInError(email, tried)).toBe('invalid_credentials')
})

test('a confirmed account keeps its password and its facts', async () => {
  const email = freshEmail()
  await signUp(email, password, { plan: 'light' })
  await proveAddress(email)
  await signUp(email, foreign, { plan: 'foreign' })
  const { data } = await clientOf(strict).signInWithPassword({ email, password })
  expect(data.user?.user_metadata.plan).toBe('light')
})

test('the answer reveals nothing of the earlier sign-up', async () => {
  const email = freshEmail()
  const first = await signUp(email, foreign, { full_name: 'A Stranger', plan: 'light' })
  auth.advance(1_000)
  const second = await signUp(email, password, { full_name: 'Naomi' })
  expect(JSON.stringify(second.data)).not.toMatch(/Stranger|light/)
  expect(second.data.user?.created_at).toBe(auth.now().toISOString())
  expect(second.data.user?.id).not.toBe(first.data.user?.id)
  const shapeOf = ({ data: { user } }: typeof first) => [user, user?.identities?.[0]].map((part) => Object.keys(part ?? {}))
  expect(shapeOf(second)).toEqual(shapeOf(first))
  await proveAddress(email)
  const { data } = await admin.listUsers({ perPage: 1000 })
  const stored = data.users.find((user) => user.email === email)
  expect(stored?.user_metadata).toMatchObject({ full_name: 'Naomi', email_verified: true })
  expect(stored?.user_metadata).not.toHaveProperty('plan')
})

test('what an invitation says of somebody is neither told nor changed', async () => {
  const email = freshEmail()
  const { data: invited } = await admin.inviteUserByEmail(email, { data: { full_name: 'Naomi' } })
  const { data } = await signUp(email, foreign, { plan: 'foreign' })
  expect(JSON.stringify(data)).not.toMatch(/Naomi|invited_at/)
  const { data: stored } = await admin.getUserById(invited.user?.id ?? '')
  expect(stored.user?.user_metadata).toMatchObject({ full_name: 'Naomi' })
  expect(stored.user?.user_metadata).not.toHaveProperty('plan')
})

test.each(['account', 'accountAtAddress'])('signing up again is no way round the limit of e-mails: %s', async (scope) => {
  const rateLimits = { email: { [scope]: { times: 2, seconds: 3600 } } }
  const limited = auth.withSettings({ unverifiedSignIns: false, rateLimits })
  const email = freshEmail()
  const body = JSON.stringify({ email, password })
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await limited.request('/signup', { method: 'POST', body }, { address: '192.0.2.10' })
    expect(answer.status).toBe(200)
    auth.advance(60_000)
  }
  expect(emailsTo(auth, email)).toHaveLength(2)
})
