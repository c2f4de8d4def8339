import { randomUUID } from 'node:crypto'
import type { GoTrueAdminApi } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminWith, startAdmin } from '../../../tests/helpers/admin.ts'
import { clientOf, type TestAuth } from '../../../tests/helpers/auth.ts'

const password = 'a good password'

let auth: TestAuth
let admin: GoTrueAdminApi
let authorization: string
beforeAll(async () => {
  ;({ auth, admin, authorization } = await startAdmin())
})
afterAll(() => auth.stop())

const newAddress = () => `${randomUUID()}@example.com`
const signIn = (email: string, secret = password) => clientOf(auth.app).signInWithPassword({ email, password: secret })

/** A user created by the administrator. */
async function created(attributes: Parameters<GoTrueAdminApi['createUser']>[0] = {}) {
  const { data, error } = await admin.createUser({ email: newAddress(), password, ...attributes })
  if (!data.user) throw new Error(error?.message)
  return { ...data.user, email: data.user.email ?? '' }
}

async function rowsOf(table: string, column: string, id: string): Promise<number> {
  const statement = `select from ${table} where ${column} = $1`
  const { rowCount } = await auth.database.transaction((client) => client.query(statement, [id]))
  return rowCount ?? 0
}

test('nobody but the service key gets in', async () => {
  const { data } = await clientOf(auth.app).signUp({ email: newAddress(), password })
  const people = adminWith(auth.app, data.session?.access_token ?? '')
  expect((await people.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin', message: 'User not allowed' })
  expect((await adminWith(auth.app, 'made.up.token').listUsers()).error).toMatchObject({ status: 403, code: 'bad_jwt' })
  for (const [method, path] of [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${randomUUID()}`],
    ['PUT', `/admin/users/${randomUUID()}`],
    ['DELETE', `/admin/users/${randomUUID()}`],
    ['GET', `/admin/users/${randomUUID()}/factors`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ] as const) {
    const response = await auth.app.request(path, { method })
    expect([path, response.status, await response.json()]).toEqual([
      path,
      401,
      { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
    ])
  }
})

test('an account is created with what it is given, and without an e-mail', async () => {
  const id = randomUUID()
  const before = auth.emails.length
  const user = await created({
    id,
    email_confirm: true,
    user_metadata: { full_name: 'Ruth', nickname: null },
    app_metadata: { plan: 'light' },
  })
  expect(user).toMatchObject({
    id,
    role: 'authenticated',
    aud: 'authenticated',
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'email', providers: ['email'], plan: 'light' },
    user_metadata: expect.anything(),
    identities: [{ provider: 'email', identity_data: { email: user.email, email_verified: true } }],
  })
  // The service's own facts are with the identity. A confirmation is added by Supabase Auth too.
  expect(user.user_metadata).toEqual({ full_name: 'Ruth', nickname: null, email_verified: true })
  expect(auth.emails).toHaveLength(before)
  expect((await signIn(user.email)).error).toBeNull()
})

test('what is given for an account is all that its metadata holds, until its address is confirmed or changed and after', async () => {
  const { id, user_metadata } = await created({ user_metadata: { full_name: 'Ruth' } })
  expect(user_metadata).toEqual({ full_name: 'Ruth' })
  const { data } = await admin.updateUserById(id, { email: newAddress() })
  expect(data.user?.user_metadata).toEqual({ full_name: 'Ruth' })
  const plain = await created()
  expect(plain.user_metadata).toEqual({})
})

test('an account without a password can be signed in to by no password at all', async () => {
  const user = await created({ password: '', email_confirm: true })
  for (const secret of ['', ' ', password]) {
    expect((await signIn(user.email, secret)).error).toMatchObject({ code: 'invalid_credentials' })
  }
})

test('a bcrypt hash that is brought along works as before', async () => {
  const { data } = await clientOf(auth.app).signUp({ email: newAddress(), password })
  const [row] = await auth.database.query<{ encrypted_password: string }>({
    name: 'test-hash',
    text: 'select encrypted_password from auth.users where id = $1',
    values: [data.user?.id],
  })
  const hash = row?.encrypted_password.replace(/^\$2.\$/, '$2a$') ?? ''
  const { data: copy } = await admin.createUser({ email: newAddress(), password_hash: hash })
  expect((await signIn(copy.user?.email ?? '')).error).toBeNull()
})

test.each([
  [{ email: '' }, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
  [{ email: 'no address' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
  [{ password: 'abc' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
  [{ password: 'a'.repeat(73) }, 400, 'validation_failed', 'Password cannot be longer than 72 characters'],
  [{ password, password_hash: '$2a$10$' }, 400, 'validation_failed', 'Only a password or a password hash should be provided'],
  [
    { password_hash: `$2a$31$${'a'.repeat(53)}` },
    400,
    'validation_failed',
    'The password hash must be one of bcrypt with a cost of 4 to 15',
  ],
  [{ id: 'one' }, 400, 'validation_failed', 'ID must conform to the uuid v4 format'],
  [{ id: '00000000-0000-0000-0000-000000000000' }, 400, 'validation_failed', 'ID cannot be a nil uuid'],
  [{ ban_duration: 'forever' }, 400, 'validation_failed', 'invalid format for ban duration: time: invalid duration "forever"'],
  [{ role: 'service_role' }, 400, 'bad_json', 'Could not parse request body as JSON: role must be authenticated'],
  [{ phone: '+15555550100' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
  [{ phone: '0155' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
  [{ app_metadata: { text: 'a'.repeat(5000) } }, 400, 'validation_failed', 'User metadata cannot be longer than 4096 bytes'],
])('%o creates nobody', async (attributes, status, code, message) => {
  const email = newAddress()
  const usual = 'password_hash' in attributes ? {} : { password }
  const { error } = await admin.createUser({ email, ...usual, ...attributes })
  expect(error).toMatchObject({ status, code, message })
  expect(await rowsOf('auth.users', 'email', email)).toBe(0)
})

test('an address and an id have one account', async () => {
  const { id, email } = await created()
  expect((await admin.createUser({ email: email.toUpperCase(), password })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
    message: 'A user with this email address has already been registered',
  })
  expect((await admin.createUser({ id, email: newAddress(), password })).error).toMatchObject({ status: 422 })
})

test('of those who want an id or an address at once one gets it, and the others are told', async () => {
  const id = randomUUID()
  await auth.openConnections()
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.createUser({ id, email: newAddress() })))
  const refusals = answers.flatMap(({ error }) => (error ? [error.code] : []))
  expect(refusals).toEqual(Array<string>(7).fill('user_already_exists'))
  const email = newAddress()
  const users = await Promise.all(Array.from({ length: 8 }, () => admin.createUser({ email: newAddress() })))
  const updated = await Promise.all(users.map(({ data }) => admin.updateUserById(data.user?.id ?? '', { email })))
  const refused = updated.flatMap(({ error }) => (error ? [error.code] : []))
  expect(refused).toEqual(Array<string>(7).fill('email_exists'))
})

test('an account is read by its id', async () => {
  const { id, email } = await created()
  expect((await admin.getUserById(id)).data.user).toMatchObject({ id, email })
  const { error } = await admin.getUserById(randomUUID())
  expect(error).toMatchObject({ status: 404, code: 'user_not_found', message: 'User not found' })
  const response = await auth.app.request('/admin/users/7', { headers: { authorization } })
  expect([response.status, await response.json()]).toEqual([
    404,
    { code: 404, error_code: 'validation_failed', msg: 'user_id must be an UUID' },
  ])
})

test('a new password ends every session and is the only one that works', async () => {
  const user = await created({ email_confirm: true })
  const client = clientOf(auth.app)
  await client.signInWithPassword({ email: user.email, password })
  expect((await admin.updateUserById(user.id, { password: 'another password' })).error).toBeNull()
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await signIn(user.email)).error).toMatchObject({ code: 'invalid_credentials' })
  expect((await signIn(user.email, 'another password')).error).toBeNull()
  const { error } = await admin.updateUserById(user.id, { password: '' })
  expect(error).toMatchObject({ status: 422, code: 'weak_password' })
})

test('facts are added, replaced and taken away one by one', async () => {
  const user = await created({ app_metadata: { plan: 'light', seat: 1 }, user_metadata: { theme: 'dark' } })
  const { data } = await admin.updateUserById(user.id, {
    app_metadata: { plan: 'standard', seat: null },
    user_metadata: { theme: null, language: 'en' },
    email_confirm: true,
  })
  expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], plan: 'standard' })
  expect(data.user?.user_metadata).toMatchObject({ language: 'en', email_verified: true })
  expect(data.user?.user_metadata).not.toHaveProperty('theme')
})

test('another address is set at once, and e-mails to the old one open nothing', async () => {
  const user = await created({ email_confirm: true })
  const other = await created()
  await clientOf(auth.app).resetPasswordForEmail(user.email)
  const message = auth.emails.findLast(({ to }) => to === user.email)
  const { error } = await admin.updateUserById(user.id, { email: other.email })
  expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  const email = newAddress()
  const { data } = await admin.updateUserById(user.id, { email, email_confirm: true })
  expect(data.user).toMatchObject({ email, identities: [{ identity_data: { email, email_verified: true } }] })
  expect((await signIn(email)).error).toBeNull()
  const opened = await clientOf(auth.app).verifyOtp({ email: user.email, token: message?.code ?? '', type: 'recovery' })
  expect(opened.error).toMatchObject({ code: 'otp_expired' })
})

test('a ban keeps somebody out until it ends', async () => {
  const user = await created({ email_confirm: true })
  const client = clientOf(auth.app)
  await client.signInWithPassword({ email: user.email, password })
  const { data } = await admin.updateUserById(user.id, { ban_duration: '24h' })
  expect(data.user?.banned_until).toBe(new Date(auth.now().getTime() + 86_400_000).toISOString())
  expect((await client.getUser()).error).toMatchObject({ code: 'user_banned' })
  expect((await signIn(user.email)).error).toMatchObject({ code: 'user_banned' })
  await admin.updateUserById(user.id, { ban_duration: 'none' })
  expect((await signIn(user.email)).error).toBeNull()
})

test('deleting takes everything along', async () => {
  const user = await created({ email_confirm: true })
  const client = clientOf(auth.app)
  await client.signInWithPassword({ email: user.email, password })
  expect(await admin.deleteUser(user.id)).toMatchObject({ error: null })
  expect((await client.getUser()).error).toMatchObject({ code: 'user_not_found' })
  expect(await rowsOf('auth.identities', 'user_id', user.id)).toBe(0)
  expect((await admin.deleteUser(user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  const path = `/admin/users/${(await created()).id}`
  const response = await auth.app.request(path, { method: 'DELETE', headers: { authorization } })
  expect([response.status, await response.json()]).toEqual([200, {}])
})

test('hiding keeps the id and nothing that names the person', async () => {
  const user = await created({ email_confirm: true, user_metadata: { full_name: 'Ruth' } })
  const client = clientOf(auth.app)
  await client.signInWithPassword({ email: user.email, password })
  expect((await admin.deleteUser(user.id, true)).error).toBeNull()
  const { data } = await admin.getUserById(user.id)
  expect(data.user).toMatchObject({ id: user.id, deleted_at: expect.any(String), user_metadata: {}, app_metadata: {} })
  expect(JSON.stringify(data.user)).not.toMatch(new RegExp(`Ruth|${user.email}`))
  expect((await client.getUser()).error).not.toBeNull()
  expect((await signIn(user.email)).error).toMatchObject({ code: 'invalid_credentials' })
  expect((await created({ email: user.email })).id).not.toBe(user.id)
  expect((await admin.deleteUser(user.id, true)).error).toBeNull()
})

test.each([
  ['nothing', ''],
  ['no JSON', '{"email":'],
  ['a list', '[]'],
  ['a number for an address', '{"email":7}'],
  ['a text for a flag', '{"email":"ruth@example.com","email_confirm":"yes"}'],
  ['a list of facts', '{"email":"ruth@example.com","app_metadata":["admin"]}'],
  ['a flag for a password', '{"email":"ruth@example.com","password":true}'],
])('%s creates nobody and is repeated nowhere', async (_case, body) => {
  const response = await auth.app.request('/admin/users', { method: 'POST', headers: { authorization }, body })
  const answer: unknown = await response.json()
  expect([response.status, answer]).toMatchObject([400, { error_code: 'bad_json' }])
  expect(JSON.stringify(answer)).not.toMatch(/ruth|yes|admin"/)
  expect(await rowsOf('auth.users', 'email', 'ruth@example.com')).toBe(0)
})
