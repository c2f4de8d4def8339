import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { codeOf } from '../../../tests/helpers/authenticator.ts'
import { emailTo } from '../../../tests/helpers/emails.ts'

// What somebody can do with a session alone, an hour after its owner has shown who they are (R-ACCOUNT-PROOF).

const password = 'a good password'
const hourMs = 3_600_000
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const freshEmail = () => `vera.${randomUUID()}@example.com`
const app = { factorType: 'totp', issuer: 'Ours', friendlyName: 'Theirs' } as const

test('nobody adds the first authenticator app to it, which would keep its owner out; who has just proven who they are does', async () => {
  const email = freshEmail()
  const stolen = clientOf(auth.app)
  await stolen.signUp({ email, password })
  auth.advance(hourMs)
  await stolen.refreshSession()
  expect((await stolen.mfa.enroll(app)).error).toMatchObject({ status: 403, code: 'reauthentication_needed' })

  const owner = clientOf(auth.app)
  await owner.signInWithPassword({ email, password })
  const { data } = await owner.mfa.enroll(app)
  const code = codeOf(auth, data?.totp.secret ?? '')
  expect((await owner.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })).error).toBeNull()
})

test('nor does it finish one that was begun while the proof was fresh', async () => {
  const stolen = clientOf(auth.app)
  await stolen.signUp({ email: freshEmail(), password })
  const { data } = await stolen.mfa.enroll(app)
  const factorId = data?.id ?? ''
  auth.advance(14 * 60_000)
  const challenge = await stolen.mfa.challenge({ factorId })
  auth.advance(2 * 60_000)
  await stolen.refreshSession()
  const answer = { factorId, challengeId: challenge.data?.id ?? '', code: codeOf(auth, data?.totp.secret ?? '') }
  expect((await stolen.mfa.verify(answer)).error).toMatchObject({ status: 403, code: 'reauthentication_needed' })
})

test('an account without a password gets one by its mailbox alone', async () => {
  const email = freshEmail()
  const client = clientOf(auth.app)
  await client.signInWithOtp({ email })
  const { code } = emailTo(auth, email)
  await client.verifyOtp({ email, token: code, type: 'email' })
  auth.advance(2 * hourMs)
  await client.refreshSession()
  expect((await client.updateUser({ password })).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect((await clientOf(auth.app).signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')

  await client.reauthenticate()
  expect((await client.updateUser({ password, nonce: emailTo(auth, email).code })).error).toBeNull()
})

test('a change that is refused anyway tells nothing of the password', async () => {
  const email = freshEmail()
  const client = clientOf(auth.app)
  await client.signUp({ email, password })
  await client.resetPasswordForEmail(email)
  await client.verifyOtp({ email, token: emailTo(auth, email).code, type: 'recovery' })
  const data = { deep: JSON.parse(`${'['.repeat(12)}${']'.repeat(12)}`) }
  const wrong = await client.updateUser({ password: 'another good one', data })
  expect(wrong.error?.code).toBe('validation_failed')
  expect(await client.updateUser({ password, data })).toEqual(wrong)
})
