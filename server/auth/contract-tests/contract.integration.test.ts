import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { listen, type Listener } from '../../http/listen.ts'

const password = 'a good password'
let auth: TestAuth
let listener: Listener
beforeAll(async () => {
  auth = await startAuth()
  listener = await listen(auth.app, '127.0.0.1', 0, 'PORT')
})
afterAll(async () => {
  await listener.close()
  await auth.stop()
})

const freshEmail = () => `ruth.${randomUUID()}@example.com`

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await auth.app.request(path, { method: 'POST', body, headers })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

async function userCount(): Promise<number> {
  const { rows } = await auth.database.transaction((client) =>
    client.query<{ count: number }>('select count(*)::int from auth.users'),
  )
  return rows[0]?.count ?? 0
}

const badBody = (path: string, body: string, reason: string): [string, string, object] => [
  path,
  body,
  { code: 400, error_code: 'bad_json', msg: `Could not parse request body as JSON: ${reason}` },
]

const fault = (code: number, errorCode: string, msg: string) => ({ code, error_code: errorCode, msg })
const signUpWith = (fields: object) => JSON.stringify({ email: 'ruth@example.com', password, ...fields })

test.each<[string, string, object]>([
  badBody('/signup', '', 'invalid syntax'),
  badBody('/signup', '{"email": "secret@example.com', 'invalid syntax'),
  badBody('/token?grant_type=password', 'email=a&password=b', 'invalid syntax'),
  badBody('/token?grant_type=refresh_token', '\0', 'invalid syntax'),
  badBody('/signup', '[]', 'body must be an object'),
  badBody('/signup', '"secret@example.com"', 'body must be an object'),
  badBody('/signup', signUpWith({ email: 7 }), 'email must be a string'),
  badBody('/signup', signUpWith({ password: ['x'] }), 'password must be a string'),
  badBody('/signup', signUpWith({ data: 'text' }), 'data must be an object'),
  badBody('/signup', signUpWith({ data: [1] }), 'data must be an object'),
  badBody('/token?grant_type=password', '{"email":{}}', 'email must be a string'),
  badBody('/token?grant_type=refresh_token', '{"refresh_token":1}', 'refresh_token must be a string'),
  ['/signup', '{}', fault(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')],
  [
    '/signup',
    signUpWith({ email: null }),
    fault(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  ],
  ['/signup', signUpWith({ password: null }), fault(400, 'validation_failed', 'Signup requires a valid password')],
  ['/signup', signUpWith({ password: '' }), fault(400, 'validation_failed', 'Signup requires a valid password')],
  [
    '/signup',
    signUpWith({ password: 'x'.repeat(73) }),
    fault(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
  ],
  [
    '/signup',
    signUpWith({ data: { deep: ['a\0b'] } }),
    fault(400, 'validation_failed', 'User metadata must be plain text'),
  ],
  [
    '/signup',
    signUpWith({ password: '12345' }),
    {
      ...fault(422, 'weak_password', 'Password should be at least 6 characters.'),
      weak_password: { reasons: ['length'] },
    },
  ],
  [
    '/signup',
    signUpWith({ email: 'ruth' }),
    fault(400, 'validation_failed', 'Unable to validate email address: invalid format'),
  ],
  [
    '/signup',
    signUpWith({ phone: '15550100' }),
    fault(400, 'validation_failed', 'Only an email address or phone number should be provided on signup.'),
  ],
  [
    '/signup',
    signUpWith({ email: '', phone: '15550100' }),
    fault(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  ],
  ['/token?grant_type=password', '{}', fault(400, 'validation_failed', 'missing email or phone')],
  [
    '/token?grant_type=password',
    '{"email":"r\\u0000@example.com","password":"secret"}',
    fault(400, 'invalid_credentials', 'Invalid login credentials'),
  ],
  [
    '/token?grant_type=password',
    '{"phone":"15550100","password":"secret"}',
    fault(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  ],
  ['/token?grant_type=refresh_token', '{}', fault(400, 'validation_failed', 'refresh_token required')],
  ['/token?grant_type=nothing', '{}', fault(400, 'invalid_credentials', 'unsupported_grant_type')],
  ['/token', '{}', fault(400, 'invalid_credentials', 'unsupported_grant_type')],
  ['/nothing', '{}', fault(404, 'not_found', 'Requested path was not found')],
  ['/user', '{}', fault(405, 'method_not_allowed', 'Method not allowed')],
])('POST %s %j is refused in the words of the contract and stores nothing', async (path, body, expected) => {
  const before = await userCount()
  const answer = await post(path, body)
  expect(answer.body).toEqual(expected)
  expect(answer.status).toBe(answer.body.code)
  expect(await userCount()).toBe(before)
})

test('text with an escaped backslash before a u is plain text', async () => {
  const data = { path: 'C:\\u0000', smile: '\u{1f600}' }
  const { status, body } = await post('/signup', JSON.stringify({ email: freshEmail(), password, data }))
  expect(status).toBe(200)
  expect(body.user.user_metadata).toMatchObject(data)
})

// Not in the table above, since the body is the title of its test.
test('what is too long or nested too deeply to be kept is refused, and stores nothing', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const before = await userCount()
  const refusals = [
    [signUpWith({ data: { note: 'x'.repeat(30_000) } }), 'User metadata cannot be longer than 4096 bytes'],
    [
      signUpWith({ data: 'DEEP' }).replace('"DEEP"', `{"in":${deep}}`),
      'User metadata cannot be nested deeper than 8 levels',
    ],
  ] as const
  for (const [body, message] of refusals) {
    expect(await post('/signup', body)).toMatchObject({ status: 400, body: fault(400, 'validation_failed', message) })
  }
  const wrongType = await post('/signup', `{"email":${deep}}`)
  expect(wrongType.body.msg).toBe('Could not parse request body as JSON: email must be a string')
  expect(await userCount()).toBe(before)
})

test('since version 2024-01-01 the code is the stable one and the version is echoed', async () => {
  const { status, body, headers } = await post('/signup', '{', { 'X-Supabase-Api-Version': '2024-01-01' })
  expect(status).toBe(400)
  expect(body).toEqual({ code: 'bad_json', message: 'Could not parse request body as JSON: invalid syntax' })
  expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
})

test('a later version gets the newest form, an earlier or senseless one the first', async () => {
  for (const [version, code] of [['2030-12-31', 'bad_json'], ['2023-12-31', 400], ['latest', 400]] as const) {
    expect((await post('/signup', '{', { 'X-Supabase-Api-Version': version })).body.code).toBe(code)
  }
})

test('a redirect address is accepted at sign-up', async () => {
  const path = '/signup?redirect_to=https%3A%2F%2Fwww.example.org%2F'
  expect((await post(path, JSON.stringify({ email: freshEmail(), password }))).status).toBe(200)
})

const tooLarge = fault(413, 'request_entity_too_large', 'Request body too large (max 65536 bytes)')

test('a body of more than 64 kB is refused before it is read', async () => {
  const body = signUpWith({ data: 'x'.repeat(65_536) })
  const response = await fetch(`${listener.origin}/signup`, { method: 'POST', body })
  expect(response.status).toBe(413)
  expect(await response.json()).toEqual(tooLarge)
})

test('a body of more than 64 kB is refused while it is streamed', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const request = httpRequest(`${listener.origin}/token?grant_type=password`, { method: 'POST' }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve(text))
    })
    request.on('error', reject)
    // Never ended: the response must not wait for the rest.
    request.write('x'.repeat(70_000))
  })
  expect(JSON.parse(answer)).toEqual(tooLarge)
})

test('a body of exactly 64 kB is read', async () => {
  const frame = signUpWith({ email: 'ruth', data: { note: '' } })
  const body = signUpWith({ email: 'ruth', data: { note: 'x'.repeat(65_536 - frame.length) } })
  expect((await post('/signup', body)).body.error_code).toBe('validation_failed')
})

test.each([
  [undefined, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  ['Basic cnV0aDpzZWNyZXQ=', 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  ['Bearer ', 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  ['Bearer not.a.token', 403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'],
])('the person and signing out need a token, not %j', async (authorization, status, code, msg) => {
  const headers = authorization === undefined ? {} : { authorization }
  for (const [method, path] of [['GET', '/user'], ['POST', '/logout']] as const) {
    const response = await auth.app.request(path, { method, headers })
    expect([response.status, await response.json()]).toEqual([status, fault(status, code, msg)])
  }
})

test.each([
  ['service', { role: 'service_role' }, 'invalid claim: missing sub claim'],
  [
    'session',
    { role: 'authenticated', aud: 'authenticated', sub: '00000000-0000-4000-8000-000000000000' },
    'invalid claim: session_id claim must be a UUID',
  ],
] as const)('a %s token of %j belongs to no session', async (purpose, claims, msg) => {
  const token = await auth.sign(claims, purpose)
  const response = await auth.app.request('/user', { headers: { authorization: `Bearer ${token}` } })
  expect([response.status, await response.json()]).toEqual([403, fault(403, 'bad_jwt', msg)])
})

test('somebody else\'s session does not fit a token', async () => {
  const [ruth, adam] = await Promise.all(
    [0, 1].map(async () => (await post('/signup', JSON.stringify({ email: freshEmail(), password }))).body),
  )
  const sessionId = JSON.parse(Buffer.from(adam.access_token.split('.')[1], 'base64url').toString()).session_id
  const owner = { role: 'authenticated', aud: 'authenticated', sub: ruth.user.id }
  const token = await auth.sign({ ...owner, session_id: sessionId })
  const response = await auth.app.request('/user', { headers: { authorization: `Bearer ${token}` } })
  expect((await response.json()).error_code).toBe('session_not_found')
})

test('signing out answers without a body, and only to scopes there are', async () => {
  const { body } = await post('/signup', JSON.stringify({ email: freshEmail(), password }))
  const headers = { authorization: `Bearer ${body.access_token}` }
  const unknown = await post('/logout?scope=elsewhere', '', headers)
  expect(unknown.body).toEqual(fault(400, 'validation_failed', 'Unsupported logout scope "elsewhere"'))
  const done = await auth.app.request('/logout?scope=local', { method: 'POST', headers })
  expect([done.status, await done.text()]).toEqual([204, ''])
})

test('only e-mail is offered', async () => {
  const settings = await (await auth.app.request('/settings')).json()
  expect(settings).toMatchObject({ disable_signup: false, phone_autoconfirm: false })
  expect(Object.entries(settings.external).filter(([, enabled]) => enabled)).toEqual([['email', true]])
})

test.each([true, false])('the settings say whether a sign-up is answered with a session: %s', async (unverifiedSignIns) => {
  const app = auth.withSettings({ unverifiedSignIns })
  const settings = await (await app.request('/settings')).json()
  const { data } = await clientOf(app).signUp({ email: freshEmail(), password })
  expect([settings.mailer_autoconfirm, data.session !== null]).toEqual([unverifiedSignIns, unverifiedSignIns])
})

test('the key set is published without its secret', async () => {
  const response = await auth.app.request('/.well-known/jwks.json')
  const published = await response.json()
  expect(published).toEqual(await auth.keys.published())
  const part = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)
  const key = { kty: 'EC', crv: 'P-256', x: part, y: part, kid: part, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true }
  expect(published.keys).toEqual([key, key])
})

test('the service says what it is', async () => {
  expect(await (await auth.app.request('/health')).json()).toMatchObject({ name: 'GoTrue' })
})

test('a fault of the service tells nobody what was sent', async () => {
  const broken = await startAuth()
  await broken.database.transaction((client) => client.query('drop table auth.identities'))
  const email = freshEmail()
  const response = await broken.app.request('/signup', { method: 'POST', body: JSON.stringify({ email, password }) })
  expect([response.status, await response.json()]).toEqual([
    500,
    fault(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'),
  ])
  expect(broken.logged).toEqual([['auth-request-failed', { route: '/signup', reason: 'error', code: '42P01' }]])
  expect(JSON.stringify(broken.logged)).not.toContain(email)
  await broken.stop()
})
