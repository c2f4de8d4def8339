import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { emailsTo, emailTo } from '../../../tests/helpers/emails.ts'
import { confirmed, password } from '../../../tests/helpers/people.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

test('a new password works, the old one does not, and the owner is notified', async () => {
  const { email, client } = await confirmed(auth)
  expect((await client.updateUser({ password: 'a new password' })).error).toBeNull()
  expect((await clientOf(auth.app).signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await clientOf(auth.app).signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
  expect(emailsTo(auth, email, 'password-changed')).toEqual([{ kind: 'password-changed', to: email }])
})

test('a new password ends every other session and every pending link and code', async () => {
  const { email, client } = await confirmed(auth)
  const other = clientOf(auth.app)
  await other.signInWithPassword({ email, password })
  await other.resetPasswordForEmail(email)
  const { code } = emailTo(auth, email, 'recovery')
  await client.updateUser({ password: 'a new password' })
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await client.getUser()).error).toBeNull()
  expect((await other.verifyOtp({ email, token: code, type: 'recovery' })).error?.code).toBe('otp_expired')
})

test('somebody who forgot the password signs in by e-mail and sets another', async () => {
  const { email, client: old } = await confirmed(auth)
  const client = clientOf(auth.app)
  await client.resetPasswordForEmail(email)
  await client.verifyOtp({ email, token: emailTo(auth, email, 'recovery').code, type: 'recovery' })
  expect((await old.getUser()).error).toBeNull()
  expect((await client.updateUser({ password: 'a new password' })).error).toBeNull()
  expect((await old.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test.each([
  [{ password: '' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
  [{ password: '12345' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
  [{ password }, 422, 'same_password', 'New password should be different from the old password.'],
  [{ password: 'x'.repeat(73) }, 400, 'validation_failed', 'Password cannot be longer than 72 characters'],
  [{ email: 'no address' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
  [{ phone: '15550100' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
  [{ phone: 'mine' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
  [{ data: { big: 'x'.repeat(5000) } }, 400, 'validation_failed', 'User metadata cannot be longer than 4096 bytes'],
])('the change %j is refused with %i %s and changes nothing', async (change, status, code, message) => {
  const { email, client } = await confirmed(auth)
  const before = (await client.getUser()).data.user
  expect((await client.updateUser(change)).error).toMatchObject({ status, code, message })
  expect((await client.getUser()).data.user).toEqual(before)
  expect((await clientOf(auth.app).signInWithPassword({ email, password })).error).toBeNull()
})

test('nobody gives themselves facts that only the service may set', async () => {
  const { client } = await confirmed(auth)
  const token = (await client.getSession()).data.session?.access_token
  const response = await auth.app.request('/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ app_metadata: { role: 'admin' } }),
  })
  expect([response.status, (await response.json()).error_code]).toEqual([403, 'not_admin'])
})

test('metadata is merged, null takes a fact away, and what the service knows stays', async () => {
  const { email, client } = await confirmed(auth)
  await client.updateUser({ data: { plan: 'light', city: 'Bethlehem' } })
  const { data } = await client.updateUser({ data: { plan: null, email: 'other@example.com', sub: null } })
  expect(data.user?.user_metadata).toEqual({
    city: 'Bethlehem',
    email,
    sub: data.user?.id,
    email_verified: true,
    phone_verified: false,
  })
})

test('with a second factor, password and address change only after it was shown', async () => {
  const { client } = await confirmed(auth)
  const { data } = await client.getUser()
  await auth.database.transaction((database) =>
    database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, 'totp', 'verified', now(), now(), 'secret')`,
      [randomUUID(), data.user?.id],
    ),
  )
  const refusal = { status: 401, code: 'insufficient_aal' }
  expect((await client.updateUser({ password: 'a new password' })).error).toMatchObject(refusal)
  expect((await client.updateUser({ email: `new.${randomUUID()}@example.com` })).error).toMatchObject(refusal)
  expect((await client.updateUser({ data: { plan: 'light' } })).error).toBeNull()
})

test('a code from an e-mail goes with a change of password, once', async () => {
  const { email, client } = await confirmed(auth)
  expect((await client.reauthenticate()).error).toBeNull()
  const { code } = emailTo(auth, email, 'reauthentication')
  const refusal = { status: 422, code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' }
  const wrong = code === '000000' ? '111111' : '000000'
  expect((await client.updateUser({ password: 'a new password', nonce: wrong })).error).toMatchObject(refusal)
  expect((await client.updateUser({ password: 'a new password', nonce: code })).error).toBeNull()
  expect((await client.updateUser({ password: 'a newer password', nonce: code })).error).toMatchObject(refusal)
})

test('such codes are sent once a minute, and to confirmed addresses only', async () => {
  const { client } = await confirmed(auth)
  await client.reauthenticate()
  auth.advance(20_000)
  expect((await client.reauthenticate()).error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
    message: 'For security purposes, you can only request this after 40 seconds.',
  })
  const unconfirmed = clientOf(auth.app)
  await unconfirmed.signUp({ email: `unproven.${randomUUID()}@example.com`, password })
  expect((await unconfirmed.reauthenticate()).error).toMatchObject({ status: 422, code: 'email_not_confirmed' })
})

test('of many who ask for such a code at once one has an e-mail written', async () => {
  const { client, email } = await confirmed(auth)
  await auth.openConnections()
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.reauthenticate()))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  expect(emailsTo(auth, email, 'reauthentication')).toHaveLength(1)
})
