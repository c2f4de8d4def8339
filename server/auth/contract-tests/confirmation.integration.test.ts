import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkTokenOf } from '../../../domain/email-link.ts'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { enroll, prove } from '../../../tests/helpers/authenticator.ts'
import { follow, emailsTo, emailTo, landingOf, verifyPath } from '../../../tests/helpers/emails.ts'

const password = 'a good password'
let auth: TestAuth
/** The service with mail configured: no session before the address is confirmed. */
let strict: Hono
beforeAll(async () => {
  auth = await startAuth()
  strict = auth.withSettings({ unverifiedSignIns: false, allowedRedirects: ['https://app.example.org/**'] })
})
afterAll(() => auth.stop())

const freshEmail = () => `naomi.${randomUUID()}@example.com`

test('a sign-up writes one e-mail with a code and a link to a page of the site, which knows where the request would lead', async () => {
  const email = freshEmail()
  const { data } = await clientOf(strict).signUp({
    email,
    password,
    options: { emailRedirectTo: 'https://app.example.org/welcome?from=e-mail' },
  })
  expect(data).toMatchObject({ session: null, user: { email, confirmation_sent_at: expect.any(String) } })
  expect(emailsTo(auth, email)).toEqual([
    { kind: 'confirmation', to: email, code: expect.stringMatching(/^\d{6}$/), link: expect.any(String) },
  ])
  const link = new URL(emailTo(auth, email).link)
  expect(link.origin + link.pathname + link.search).toBe('http://127.0.0.1/confirm')
  const token = { hash: expect.stringMatching(/^[0-9a-f]{56}$/), type: 'signup', email }
  expect(linkTokenOf(link.hash)).toEqual({ ...token, redirectTo: 'https://app.example.org/welcome?from=e-mail' })
  await clientOf(strict).signUp({ email: `other.${email}`, password, options: { emailRedirectTo: 'http://127.0.0.1/' } })
  expect(linkTokenOf(new URL(emailTo(auth, `other.${email}`).link).hash)).toEqual({ ...token, email: `other.${email}` })
})

test('a token used by GET, as other clients do, confirms the address and signs in where it lands', async () => {
  const email = freshEmail()
  await clientOf(strict).signUp({ email, password })
  const path = `${verifyPath(emailTo(auth, email).link)}&redirect_to=https://app.example.org/welcome`
  const landing = landingOf(await strict.request(path))
  expect(landing).toMatchObject({ status: 303, page: 'https://app.example.org/welcome', query: {} })
  const { access_token = '', refresh_token = '', ...rest } = landing.fragment
  expect(rest).toEqual({
    token_type: 'bearer',
    expires_in: '3600',
    expires_at: String(Math.floor(auth.now().getTime() / 1000) + 3600),
    type: 'signup',
    sb: '',
  })
  const claims = { email, amr: [{ method: 'otp' }], user_metadata: { email_verified: true } }
  expect(decodeJwt(access_token)).toMatchObject(claims)
  const { data } = await clientOf(strict).setSession({ access_token, refresh_token })
  expect(data.user?.email_confirmed_at).toEqual(expect.any(String))
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true })
  expect((await clientOf(strict).signInWithPassword({ email, password })).error).toBeNull()
})

test.each(['signup', 'email'] as const)('the code confirms it, too, as %s', async (type) => {
  const email = freshEmail()
  await clientOf(strict).signUp({ email, password })
  const { data, error } = await clientOf(strict).verifyOtp({ email, token: emailTo(auth, email).code, type })
  expect(error).toBeNull()
  expect(data.user?.email_confirmed_at).toEqual(expect.any(String))
})

test('where an address need not be confirmed a sign-up is a session, an e-mail, and no confirmed address', async () => {
  const email = freshEmail()
  const { data } = await clientOf(auth.app).signUp({ email, password })
  expect(data.session).not.toBeNull()
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  expect(emailsTo(auth, email, 'confirmation')).toHaveLength(1)
})

test('proving an address ends every session that was opened before', async () => {
  const email = freshEmail()
  const stranger = clientOf(auth.app)
  await stranger.signUp({ email, password })
  const owner = clientOf(auth.app)
  await owner.verifyOtp({ email, token: emailTo(auth, email).code, type: 'signup' })
  const { data } = await stranger.getSession()
  expect((await stranger.getUser()).error?.name).toBe('AuthSessionMissingError')
  const { error } = await stranger.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
  expect(error?.code).toBe('refresh_token_not_found')
  expect((await owner.getUser()).data.user?.email).toBe(email)
})

test('nor does a second factor of somebody else keep the owner out, or a link that another browser asked for', async () => {
  const email = freshEmail()
  const stranger = clientOf(auth.app, 'pkce')
  await stranger.signUp({ email, password })
  const confirmation = emailTo(auth, email)
  await prove(auth, stranger, await enroll(stranger))
  await clientOf(auth.app, 'pkce').signInWithOtp({ email })
  const before = await flowsOf(email)
  const { query } = await follow(auth.app, confirmation.link)
  expect(before).toBe(2)
  expect(await flowsOf(email)).toBe(1)
  const { data } = await stranger.exchangeCodeForSession(query.code ?? '')
  expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect(data.user).not.toHaveProperty('factors')
  const owner = clientOf(auth.app)
  await owner.signInWithPassword({ email, password })
  expect((await owner.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' })
})

async function flowsOf(email: string): Promise<number> {
  const text = 'select from auth.flow_state where user_id = (select id from auth.users where email = $1)'
  return (await auth.database.query({ text, values: [email] })).length
}

test('a sign-in after the proof leaves other sessions alone', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  const first = clientOf(auth.app)
  await first.verifyOtp({ email, token: emailTo(auth, email).code, type: 'signup' })
  await clientOf(auth.app).signInWithOtp({ email })
  const { code } = emailTo(auth, email, 'magic-link')
  expect((await clientOf(auth.app).verifyOtp({ email, token: code, type: 'magiclink' })).error).toBeNull()
  expect((await first.getUser()).error).toBeNull()
})

test('a password that somebody else chose for an address ends with the proof by another e-mail', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password: 'chosen by a stranger' })
  await clientOf(auth.app).signInWithOtp({ email })
  await clientOf(auth.app).verifyOtp({ email, token: emailTo(auth, email, 'magic-link').code, type: 'email' })
  const { error } = await clientOf(auth.app).signInWithPassword({ email, password: 'chosen by a stranger' })
  expect(error?.code).toBe('invalid_credentials')
})

test('a repeated sign-up writes again, but not within a minute, and always answers the same', async () => {
  const email = freshEmail()
  const first = await clientOf(strict).signUp({ email, password })
  const second = await clientOf(strict).signUp({ email, password: 'another password' })
  expect(emailsTo(auth, email)).toHaveLength(1)
  auth.advance(60_000)
  const third = await clientOf(strict).signUp({ email, password: 'another password' })
  expect(emailsTo(auth, email)).toHaveLength(2)
  for (const { data, error } of [second, third]) {
    expect(error).toBeNull()
    expect(Object.keys(data.user ?? {})).toEqual(Object.keys(first.data.user ?? {}))
  }
  const proof = { email, token: emailTo(auth, email).code, type: 'signup' } as const
  expect((await clientOf(strict).verifyOtp(proof)).error).toBeNull()
})

test('a sign-up for a confirmed account writes nothing', async () => {
  const email = freshEmail()
  await clientOf(strict).signUp({ email, password })
  await follow(strict, emailTo(auth, email).link)
  auth.advance(60_000)
  const { data, error } = await clientOf(strict).signUp({ email, password })
  expect([error, data.user?.identities]).toEqual([null, []])
  expect(emailsTo(auth, email)).toHaveLength(1)
})

test('what happens to an account is noted', async () => {
  const email = freshEmail()
  await clientOf(strict).signUp({ email, password })
  await follow(strict, emailTo(auth, email).link)
  const client = clientOf(strict)
  await client.signInWithPassword({ email, password })
  await client.signOut()
  const { rows } = await auth.database.transaction((database) =>
    database.query<{ action: string }>(
      `select payload ->> 'action' as action from auth.audit_log_entries
       where payload ->> 'actor_username' = $1 order by created_at, ctid`,
      [email],
    ),
  )
  expect(rows.map(({ action }) => action)).toEqual(['user_confirmation_requested', 'user_signedup', 'login', 'logout'])
})
