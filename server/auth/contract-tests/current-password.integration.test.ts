import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { emailTo } from '../../../tests/helpers/emails.ts'
import { confirmed, password, signedInAgain } from '../../../tests/helpers/people.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const next = 'a new password'

/** Somebody whose mailbox was proven long ago, signed in with the password. */
async function signedInByPassword() {
  const { email } = await confirmed(auth)
  return { email, client: await signedInAgain(auth.app, email) }
}

const signsInWith = async (email: string, secret: string) =>
  (await clientOf(auth.app).signInWithPassword({ email, password: secret })).error === null

test('an open session is not enough to choose a new password', async () => {
  const { email, client } = await signedInByPassword()
  expect((await client.updateUser({ password: next })).error).toMatchObject({
    status: 400,
    code: 'current_password_required',
    message: 'Current password required when setting new password.',
  })
  expect(await signsInWith(email, password)).toBe(true)
})

test('a wrong current password changes nothing, the right one does', async () => {
  const { email, client } = await signedInByPassword()
  const refused = await client.updateUser({ password: next, current_password: 'not this one' })
  expect(refused.error).toMatchObject({ status: 400, code: 'current_password_invalid' })
  expect(await signsInWith(email, next)).toBe(false)
  expect((await client.updateUser({ password: next, current_password: password })).error).toBeNull()
  expect(await signsInWith(email, next)).toBe(true)
})

test('a code from the mailbox stands in for the current password', async () => {
  const { email, client } = await signedInByPassword()
  await client.reauthenticate()
  const { code } = emailTo(auth, email, 'reauthentication')
  const wrong = code === '000000' ? '111111' : '000000'
  expect((await client.updateUser({ password: next, nonce: wrong })).error?.code).toBe('reauthentication_not_valid')
  expect((await client.updateUser({ password: next, nonce: code })).error).toBeNull()
})

test('a session from the mailbox needs no current password for an hour', async () => {
  const [soon, late] = [await confirmed(auth), await confirmed(auth)]
  expect((await soon.client.updateUser({ password: next })).error).toBeNull()
  auth.advance(3_600_000)
  await late.client.refreshSession()
  expect((await late.client.updateUser({ password: next })).error?.code).toBe('current_password_required')
})

test('a password that is no password is said before the current one is asked for', async () => {
  const { client } = await signedInByPassword()
  expect((await client.updateUser({ password: '12345' })).error?.code).toBe('weak_password')
})

test('guessing the current password is limited as at the sign-in', async () => {
  const { client } = await signedInByPassword()
  const strict = auth.withSettings({ rateLimits: { 'wrong-password': { account: { times: 2, seconds: 3600 } } } })
  const { data } = await client.getSession()
  const guess = async () => {
    const response = await strict.request('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ password: next, current_password: 'not this one' }),
    })
    return (await response.json()).error_code
  }
  expect([await guess(), await guess(), await guess()]).toEqual([
    'current_password_invalid',
    'current_password_invalid',
    'over_request_rate_limit',
  ])
})

test('everything else about an account changes without it', async () => {
  const { client } = await signedInByPassword()
  expect((await client.updateUser({ data: { plan: 'light' } })).error).toBeNull()
})
