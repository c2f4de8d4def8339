import { randomUUID } from 'node:crypto'
import type { GenerateLinkParams, GoTrueAdminApi } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminWith, serviceKeyOf } from '../../../tests/helpers/admin.ts'
import { linkTokenOf } from '../../../domain/email-link.ts'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { enroll, prove } from '../../../tests/helpers/authenticator.ts'

const password = 'a good password'

let auth: TestAuth
let admin: GoTrueAdminApi
beforeAll(async () => {
  auth = await startAuth()
  admin = adminWith(auth.app, await serviceKeyOf(auth))
})
afterAll(() => auth.stop())

const newAddress = () => `${randomUUID()}@example.com`

async function account(isConfirmed = true): Promise<string> {
  const email = newAddress()
  await admin.createUser({ email, password, email_confirm: isConfirmed })
  return email
}

async function linkOf(params: GenerateLinkParams) {
  const { data, error } = await admin.generateLink(params)
  if (!data.properties) throw new Error(error?.message)
  return data
}

/** Uses the token of an e-mail's link, as the page that it leads to does. */
async function press(link = '') {
  const token = linkTokenOf(new URL(link).hash)
  return clientOf(auth.app).verifyOtp({ token_hash: token?.hash ?? '', type: token?.type ?? 'email' })
}

/** The page that the link redirects to. */
async function follow(link: string): Promise<URL> {
  const response = await auth.app.request(new URL(link).pathname.replace('/auth/v1', '') + new URL(link).search)
  return new URL(response.headers.get('location') ?? '')
}

test.each(['magiclink', 'recovery'] as const)('a %s link signs in without an e-mail, and its code too', async (type) => {
  const before = auth.emails.length
  const { properties, user } = await linkOf({ type, email: await account() })
  expect(properties).toEqual({
    action_link: expect.stringMatching(`^http://127.0.0.1/auth/v1/verify\\?token=\\w+&type=${type}&redirect_to=`),
    email_otp: expect.stringMatching(/^\d{6}$/),
    hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    redirect_to: 'http://127.0.0.1/',
    verification_type: type,
  })
  expect(user).toMatchObject({ recovery_sent_at: expect.any(String) })
  expect(auth.emails).toHaveLength(before)
  const landed = await follow(properties?.action_link ?? '')
  expect(new URLSearchParams(landed.hash.slice(1)).get('access_token')).toBeTruthy()

  const again = await linkOf({ type, email: user?.email ?? '' })
  const byCode = await clientOf(auth.app).verifyOtp({
    email: user?.email ?? '',
    token: again.properties?.email_otp ?? '',
    type: type === 'recovery' ? 'recovery' : 'email',
  })
  expect(byCode.error).toBeNull()
  expect(byCode.data.user?.id).toBe(user?.id)
})

test('a sign-up link makes an account and confirms it', async () => {
  const email = newAddress()
  const options = { data: { full_name: 'Ruth' } }
  const { properties, user } = await linkOf({ type: 'signup', email, password, options })
  expect(user).toMatchObject({ email, user_metadata: { full_name: 'Ruth' }, identities: [{ provider: 'email' }] })
  expect(user).not.toHaveProperty('email_confirmed_at')
  await follow(properties?.action_link ?? '')
  const { data } = await clientOf(auth.app).signInWithPassword({ email, password })
  expect(data.user?.email_confirmed_at).toBeTruthy()
})

test('a sign-up link for an unconfirmed account leaves its password alone', async () => {
  const email = await account(false)
  await linkOf({ type: 'signup', email, password: 'a stranger\'s password' })
  expect((await clientOf(auth.app).signInWithPassword({ email, password })).error).toBeNull()
})

test('a magic link for an unknown address becomes a sign-up link', async () => {
  const email = newAddress()
  const { properties } = await linkOf({ type: 'magiclink', email })
  expect(properties?.verification_type).toBe('signup')
  const { data } = await clientOf(auth.app).verifyOtp({ token_hash: properties?.hashed_token ?? '', type: 'signup' })
  expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
})

test('an address changes once both of its links were followed', async () => {
  const email = await account()
  const newEmail = newAddress()
  const current = await linkOf({ type: 'email_change_current', email, newEmail })
  const next = await linkOf({ type: 'email_change_new', email, newEmail })
  await follow(current.properties?.action_link ?? '')
  expect((await clientOf(auth.app).signInWithPassword({ email: newEmail, password })).error).not.toBeNull()
  await follow(next.properties?.action_link ?? '')
  expect((await clientOf(auth.app).signInWithPassword({ email: newEmail, password })).error).toBeNull()
})

test('a link leads only where it may', async () => {
  const email = await account()
  const redirectTo = 'http://127.0.0.1/client-onboarding'
  const within = await linkOf({ type: 'magiclink', email, options: { redirectTo } })
  expect(within.properties?.redirect_to).toBe(redirectTo)
  const outside = await linkOf({ type: 'magiclink', email, options: { redirectTo: 'https://evil.example/' } })
  expect(outside.properties?.redirect_to).toBe('http://127.0.0.1/')
})

test.each([
  ['an unknown account', { type: 'recovery' }, 404, 'user_not_found', 'User with this email not found'],
  ['an unknown kind', { type: 'phone_change' }, 400, 'validation_failed', 'Invalid email action link type requested: phone_change'],
  ['a name of every object', { type: 'toString' }, 400, 'validation_failed', 'Invalid email action link type requested: toString'],
  ['no address', { type: 'recovery', email: '' }, 400, 'validation_failed', 'An email address is required'],
  ['a sign-up without a password', { type: 'signup' }, 400, 'validation_failed', 'Signup requires a valid password'],
  ['a sign-up with a weak password', { type: 'signup', password: 'abc' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
])('%s gets no link', async (_case, body, status, code, message) => {
  const response = await auth.app.request('/admin/generate_link', {
    method: 'POST',
    headers: { authorization: `Bearer ${await serviceKeyOf(auth)}` },
    body: JSON.stringify({ email: newAddress(), ...body }),
  })
  expect([response.status, await response.json()]).toMatchObject([status, { error_code: code, msg: message }])
})

test('a confirmed account gets neither a sign-up link nor an invitation', async () => {
  const email = await account()
  for (const { error } of [
    await admin.generateLink({ type: 'signup', email, password }),
    await admin.generateLink({ type: 'invite', email }),
    await admin.inviteUserByEmail(email),
  ]) {
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  }
})

test('somebody invited gets an e-mail, and by its link an account', async () => {
  const email = newAddress()
  const options = { data: { full_name: 'Ruth' }, redirectTo: 'http://127.0.0.1/auth' }
  const { data } = await admin.inviteUserByEmail(email, options)
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { full_name: 'Ruth' } })
  const message = auth.emails.at(-1)
  expect(message).toMatchObject({ kind: 'invitation', to: email, code: expect.stringMatching(/^\d{6}$/) })
  const { data: opened } = await press(message?.link)
  expect(opened.session?.user).toMatchObject({ email, user_metadata: { full_name: 'Ruth' } })
  expect((await admin.getUserById(data.user?.id ?? '')).data.user?.email_confirmed_at).toBeTruthy()
})

test('another invitation replaces the one before', async () => {
  const email = newAddress()
  await admin.inviteUserByEmail(email)
  const first = auth.emails.at(-1)
  await admin.inviteUserByEmail(email)
  const second = auth.emails.at(-1)
  expect((await press(first?.link)).error?.code).toBe('otp_expired')
  const { error } = await clientOf(auth.app).verifyOtp({ email, token: second?.code ?? '', type: 'invite' })
  expect(error).toBeNull()
})

test('whoever took the address before has no part in the account of the one who is invited', async () => {
  const email = newAddress()
  const squatter = clientOf(auth.app)
  await squatter.signUp({ email, password })
  await prove(auth, squatter, await enroll(squatter))
  await squatter.updateUser({ email: newAddress() })
  const requested = auth.emails.at(-1)
  const { data } = await admin.inviteUserByEmail(email)
  expect(data.user).not.toHaveProperty('factors')
  expect((await press(requested?.link)).error?.code).toBe('otp_expired')
  expect((await squatter.updateUser({ password: 'another password' })).error).not.toBeNull()
  expect((await press(auth.emails.at(-1)?.link)).error).toBeNull()
  for (const secret of [password, 'another password']) {
    const { error } = await clientOf(auth.app).signInWithPassword({ email, password: secret })
    expect(error).toMatchObject({ code: 'invalid_credentials' })
  }
})
