import { randomUUID } from 'node:crypto'
import { AuthWeakPasswordError } from '@supabase/auth-js'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'

const password = 'a good password'
const freshEmail = () => `ruth.${randomUUID()}@example.com`
const anyDate = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
const anyUuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

async function count(table: 'users' | 'identities' | 'sessions', email: string): Promise<number> {
  const { rows } = await auth.database.transaction((client) =>
    client.query<{ count: string }>(
      `select count(*) from auth.${table} t join auth.users u on u.id = ${table === 'users' ? 't.id' : 't.user_id'}
       where u.email = $1`,
      [email],
    ),
  )
  return Number(rows[0]?.count)
}

test('a sign-up opens a session', async () => {
  const { data, error } = await clientOf(auth.app).signUp({ email: freshEmail(), password })
  expect(error).toBeNull()
  expect(data.session).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(auth.now().getTime() / 1000) + 3600,
    access_token: expect.any(String),
    refresh_token: expect.stringMatching(/^[\w-]{24}$/),
  })
})

test('a person is written exactly as Supabase Auth writes one', async () => {
  const email = freshEmail()
  const options = { data: { plan: 'light' } }
  const { data } = await clientOf(auth.app).signUp({ email: email.toUpperCase(), password, options })
  const id = data.user?.id
  expect(data.user).toEqual({
    id: anyUuid,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: anyDate,
    last_sign_in_at: anyDate,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { plan: 'light', sub: id, email, email_verified: false, phone_verified: false },
    identities: [
      {
        identity_id: anyUuid,
        id,
        user_id: id,
        identity_data: { plan: 'light', sub: id, email, email_verified: false, phone_verified: false },
        provider: 'email',
        last_sign_in_at: anyDate,
        created_at: anyDate,
        updated_at: anyDate,
        email,
      },
    ],
    created_at: anyDate,
    updated_at: anyDate,
    is_anonymous: false,
  })
})

test('the access token carries the claims of Supabase Auth', async () => {
  const email = freshEmail()
  const { data } = await clientOf(auth.app).signUp({ email, password })
  const token = data.session?.access_token ?? ''
  const issued = Math.floor(auth.now().getTime() / 1000)
  const { id: kid } = await auth.keys.current('session')
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid, typ: 'JWT' })
  expect(decodeJwt(token)).toEqual({
    iss: 'http://127.0.0.1/auth/v1',
    sub: data.user?.id,
    aud: 'authenticated',
    iat: issued,
    exp: issued + 3600,
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data.user?.user_metadata,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: issued }],
    session_id: anyUuid,
    is_anonymous: false,
  })
})

test('the official client verifies the token with the published key alone', async () => {
  const client = clientOf(auth.app)
  const { data } = await client.signUp({ email: freshEmail(), password })
  const { data: verified, error } = await client.getClaims()
  expect(error).toBeNull()
  expect(verified?.claims.sub).toBe(data.user?.id)
})

test('whoever knows no more than the issuer of a token finds the key and verifies it', async () => {
  const { data } = await clientOf(auth.app).signUp({ email: freshEmail(), password })
  const token = data.session?.access_token ?? ''
  const { iss: issuer = '' } = decodeJwt(token)
  expect(issuer).toBe(auth.settings.issuer)
  const read = async (address: string) => (await auth.app.request(address.slice(issuer.length))).json()
  const found = await read(`${issuer}/.well-known/openid-configuration`)
  expect(found).toMatchObject({ issuer, id_token_signing_alg_values_supported: ['ES256'] })
  const keys = createLocalJWKSet(await read(found.jwks_uri))
  const options = { issuer, audience: 'authenticated', algorithms: found.id_token_signing_alg_values_supported }
  // The service's clock stands still.
  const { payload } = await jwtVerify(token, keys, { ...options, currentDate: auth.now() })
  expect(payload.sub).toBe(data.user?.id)
})

test('what a program keeps with an account never replaces what the service knows', async () => {
  const email = freshEmail()
  const options = { data: { sub: 'somebody', email: 'other@example.com', email_verified: 'yes', role: 'service_role' } }
  const { data } = await clientOf(auth.app).signUp({ email, password, options })
  expect(data.user?.user_metadata).toMatchObject({ sub: data.user?.id, email, email_verified: false })
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ role: 'authenticated' })
})

test('a second sign-up for an address, in any spelling, confirmed or not, is refused', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  const again = { email: email.toUpperCase(), password: 'another password' }
  const refusal = { status: 422, code: 'user_already_exists', message: 'User already registered' }
  expect((await clientOf(auth.app).signUp(again)).error).toMatchObject(refusal)
  await auth.database.transaction((client) =>
    client.query('update auth.users set email_confirmed_at = now() where email = $1', [email]),
  )
  expect((await clientOf(auth.app).signUp(again)).error).toMatchObject(refusal)
})

test('twenty sign-ups at once make exactly one account', async () => {
  const email = freshEmail()
  await auth.openConnections()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => clientOf(auth.app).signUp({ email, password })),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(19)
  expect(await count('users', email)).toBe(1)
  expect(await count('identities', email)).toBe(1)
  expect(await count('sessions', email)).toBe(1)
})

test('the right password opens a session of its own, in any spelling of the address', async () => {
  const email = freshEmail()
  const first = await clientOf(auth.app).signUp({ email, password })
  const { data, error } = await clientOf(auth.app).signInWithPassword({ email: email.toUpperCase(), password })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(first.data.user?.id)
  expect(data.session?.refresh_token).not.toBe(first.data.session?.refresh_token)
  expect(await count('sessions', email)).toBe(2)
})

test('a wrong password and an unknown address get the same answer', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  const wrong = await clientOf(auth.app).signInWithPassword({ email, password: 'a wrong password' })
  const unknown = await clientOf(auth.app).signInWithPassword({ email: freshEmail(), password })
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  expect(unknown.error).toEqual(wrong.error)
})

test('a password that is too short says what it lacks', async () => {
  const { error } = await clientOf(auth.app).signUp({ email: freshEmail(), password: '12345' })
  expect(error).toBeInstanceOf(AuthWeakPasswordError)
  expect(error).toMatchObject({
    status: 422,
    code: 'weak_password',
    message: 'Password should be at least 6 characters.',
    reasons: ['length'],
  })
})

test('an account that is banned cannot sign in, and its tokens stop working', async () => {
  const email = freshEmail()
  const client = clientOf(auth.app)
  await client.signUp({ email, password })
  await auth.database.transaction((database) =>
    database.query("update auth.users set banned_until = 'infinity' where email = $1", [email]),
  )
  expect((await clientOf(auth.app).signInWithPassword({ email, password })).error?.code).toBe('user_banned')
  expect((await client.getUser()).error?.code).toBe('user_banned')
  expect((await client.refreshSession()).error?.code).toBe('user_banned')
})

test('where addresses have to be confirmed a sign-up tells the person and opens no session', async () => {
  const email = freshEmail()
  const app = auth.withSettings({ unverifiedSignIns: false })
  const { data, error } = await clientOf(app).signUp({ email, password })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { email_verified: false } })
  expect(data.user?.identities).toHaveLength(1)
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  expect(await count('sessions', email)).toBe(0)
})

test('there an address that is not confirmed says so, but only under the right password', async () => {
  const email = freshEmail()
  const app = auth.withSettings({ unverifiedSignIns: false })
  await clientOf(app).signUp({ email, password })
  const right = await clientOf(app).signInWithPassword({ email, password })
  const wrong = await clientOf(app).signInWithPassword({ email, password: 'a wrong password' })
  expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
  expect(wrong.error?.code).toBe('invalid_credentials')
})

test('there a repeated sign-up reveals nothing about a confirmed account', async () => {
  const email = freshEmail()
  const owner = await clientOf(auth.app).signUp({ email, password, options: { data: { plan: 'light' } } })
  await auth.database.transaction((client) =>
    client.query('update auth.users set email_confirmed_at = now() where email = $1', [email]),
  )
  const app = auth.withSettings({ unverifiedSignIns: false })
  const { data, error } = await clientOf(app).signUp({ email, password: 'another password' })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user?.id).not.toBe(owner.data.user?.id)
  expect(data.user).toEqual({
    id: anyUuid,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: anyDate,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: anyDate,
    updated_at: anyDate,
    is_anonymous: false,
  })
})

test('where accounts are usable at once, a repeated sign-up never changes one', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password: 'the first password' })
  const { data } = await clientOf(auth.app).signUp({ email, password, options: { data: { plan: 'light' } } })
  expect(data.session).toBeNull()
  const first = await clientOf(auth.app).signInWithPassword({ email, password: 'the first password' })
  expect(first.error).toBeNull()
  expect(first.data.user?.user_metadata).not.toHaveProperty('plan')
  const second = await clientOf(auth.app).signInWithPassword({ email, password })
  expect(second.error?.code).toBe('invalid_credentials')
  expect(await count('users', email)).toBe(1)
})

test('rows have the columns that Supabase Auth reads without nulls', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  const { rows } = await auth.database.transaction((client) =>
    client.query('select * from auth.users where email = $1', [email]),
  )
  expect(rows[0]).toMatchObject({
    instance_id: '00000000-0000-0000-0000-000000000000',
    encrypted_password: expect.stringMatching(/^\$2/),
    confirmation_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    recovery_token: '',
    email_change_token_new: '',
    email_change_token_current: '',
    email_change: '',
    reauthentication_token: '',
    is_super_admin: false,
    is_sso_user: false,
  })
})
