import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { follow, hashIn, emailTo } from '../../../tests/helpers/emails.ts'

const password = 'a good password'
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const browser = () => clientOf(auth.app, 'pkce')
const freshEmail = () => `orpah.${randomUUID()}@example.com`

async function exchange(body: object) {
  const request = { method: 'POST', body: JSON.stringify(body) }
  const response = await auth.app.request('/token?grant_type=pkce', request)
  return { status: response.status, body: await response.json() }
}

/** The code from the link of a new sign-up, with the browser that can exchange it. */
async function codeOfSignUp() {
  const email = freshEmail()
  const client = browser()
  await client.signUp({ email, password })
  const { query } = await follow(auth.app, emailTo(auth, email).link)
  return { email, client, code: query.code ?? '' }
}

test('a link brings a code in the query, which the browser that asked exchanges for a session', async () => {
  const email = freshEmail()
  const client = browser()
  await client.signUp({ email, password })
  expect(hashIn(emailTo(auth, email))).toMatch(/^pkce_[0-9a-f]{56}$/)
  const landing = await follow(auth.app, emailTo(auth, email).link)
  expect(landing).toMatchObject({ status: 303, page: 'http://127.0.0.1/', fragment: {} })
  expect(Object.keys(landing.query)).toEqual(['code'])
  const { data, error } = await client.exchangeCodeForSession(landing.query.code ?? '')
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'email/signup' }])
})

test.each([
  ['recovery', 'recovery'],
  ['magic-link', 'magiclink'],
] as const)('so does the e-mail %s', async (kind, method) => {
  const email = freshEmail()
  await browser().signUp({ email, password })
  const client = browser()
  if (kind === 'recovery') await client.resetPasswordForEmail(email)
  else await client.signInWithOtp({ email })
  const { query } = await follow(auth.app, emailTo(auth, email, kind).link)
  const { data, error } = await client.exchangeCodeForSession(query.code ?? '')
  expect(error).toBeNull()
  expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method }])
})

test('the digits work without the exchange', async () => {
  const email = freshEmail()
  await browser().signUp({ email, password })
  const { data } = await browser().verifyOtp({ email, token: emailTo(auth, email).code, type: 'signup' })
  expect(data.session).not.toBeNull()
})

test('a code is exchanged once, even by many at once', async () => {
  const { client, code } = await codeOfSignUp()
  const verifier = 'v'.repeat(43)
  await auth.database.transaction((database) =>
    database.query(
      "update auth.flow_state set code_challenge_method = 'plain', code_challenge = $2 where auth_code = $1",
      [code, verifier],
    ),
  )
  await auth.openConnections()
  const body = { auth_code: code, code_verifier: verifier }
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(body)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(7)
  expect((await client.exchangeCodeForSession(code)).error).toMatchObject({ status: 404, code: 'flow_state_not_found' })
})

test('whoever follows a link of recovery is at home where that was, also while the account is under attack', async () => {
  const limited = auth.withSettings({
    rateLimits: { 'wrong-password': { account: { times: 1, seconds: 3600 } } },
  })
  const email = freshEmail()
  const verifier = 'v'.repeat(43)
  await clientOf(auth.app).signUp({ email, password })
  const from = (address: string, path: string, fields: object) =>
    limited.request(path, { method: 'POST', body: JSON.stringify(fields) }, { address })
  const signInFrom = async (address: string, tried: string) =>
    (await from(address, '/token?grant_type=password', { email, password: tried })).status
  await from('198.51.100.7', '/recover', { email, code_challenge: verifier, code_challenge_method: 'plain' })
  const { query } = await follow(auth.app, emailTo(auth, email, 'recovery').link)
  expect(await signInFrom('192.0.2.1', 'a wrong guess')).toBe(400)
  expect(await signInFrom('198.51.100.7', 'a wrong guess')).toBe(429)
  const exchanged = await from('198.51.100.7', '/token?grant_type=pkce', { auth_code: query.code, code_verifier: verifier })
  expect(exchanged.status).toBe(200)
  expect(await signInFrom('198.51.100.7', 'a wrong guess')).toBe(400)
})

test('another browser cannot exchange it', async () => {
  const { code, client } = await codeOfSignUp()
  expect(await exchange({ auth_code: code, code_verifier: 'x'.repeat(56) })).toEqual({
    status: 400,
    body: {
      code: 400,
      error_code: 'bad_code_verifier',
      msg: 'code challenge does not match previously saved code verifier',
    },
  })
  expect((await client.exchangeCodeForSession(code)).error).toBeNull()
})

test('a code ends after five minutes', async () => {
  const { code, client } = await codeOfSignUp()
  auth.advance(5 * 60_000 + 1)
  expect((await client.exchangeCodeForSession(code)).error).toMatchObject({
    status: 403,
    code: 'flow_state_expired',
    message: 'invalid flow state, flow state has expired',
  })
})

test.each([
  [{}, 400, 'invalid request: both auth code and code verifier should be non-empty'],
  [{ auth_code: randomUUID() }, 400, 'invalid request: both auth code and code verifier should be non-empty'],
  [{ auth_code: randomUUID(), code_verifier: 'a' }, 404, 'invalid flow state, no valid flow state found'],
  [{ auth_code: "'; --", code_verifier: 'a' }, 404, 'invalid flow state, no valid flow state found'],
])('the exchange %j is refused with %i', async (body, status, message) => {
  expect(await exchange(body)).toMatchObject({ status, body: { msg: message } })
})

test.each([
  [{ code_challenge: 'a'.repeat(43) }, 'PKCE flow requires code_challenge_method and code_challenge'],
  [{ code_challenge_method: 's256' }, 'PKCE flow requires code_challenge_method and code_challenge'],
  [{ code_challenge: 'a', code_challenge_method: 's256' }, 'code challenge has to be between 43 and 128 characters'],
  [
    { code_challenge: 'ä'.repeat(43), code_challenge_method: 's256' },
    'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
  ],
  [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'md5' }, 'code challenge method not supported'],
])('the challenge %j is refused wherever one is taken', async (challenge, message) => {
  const email = freshEmail()
  const data = { email, password, type: 'signup', ...challenge }
  for (const path of ['/signup', '/otp', '/recover', '/resend']) {
    const response = await auth.app.request(path, { method: 'POST', body: JSON.stringify(data) })
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 400, error_code: 'validation_failed', msg: message },
    ])
  }
  expect(auth.emails.filter(({ to }) => to === email)).toEqual([])
})

test('a link that is used up tells so in the query and in the fragment', async () => {
  const { email } = await codeOfSignUp()
  const fault = {
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  }
  const landing = await follow(auth.app, emailTo(auth, email).link)
  expect(landing).toMatchObject({ query: fault, fragment: { ...fault, sb: '' } })
})

test('a link whose browser has begun nothing of the kind stays unused', async () => {
  const email = freshEmail()
  await browser().signUp({ email, password })
  const { link } = emailTo(auth, email)
  const { fragment } = await follow(auth.app, link.replace('type=signup', 'type=invite'))
  expect(fragment).toMatchObject({ error_code: 'flow_state_not_found' })
  expect((await follow(auth.app, link)).query.code).toEqual(expect.any(String))
})
