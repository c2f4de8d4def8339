import { createHash, randomUUID } from 'node:crypto'
import type { VerifyOtpParams } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { follow, hashIn, emailsTo, emailTo, verifyPath } from '../../../tests/helpers/emails.ts'

const password = 'a good password'
const hourMs = 3_600_000
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

/** The address of a new, confirmed account. */
async function confirmed(): Promise<string> {
  const email = `ruth.${randomUUID()}@example.com`
  await clientOf(auth.app).signUp({ email, password })
  const { error } = await verify({ email, token: emailTo(auth, email).code, type: 'signup' })
  expect(error).toBeNull()
  return email
}

/** The code of a recovery e-mail that has just been sent. */
async function recoveryCode(email: string): Promise<string> {
  auth.advance(61_000)
  await clientOf(auth.app).resetPasswordForEmail(email)
  return emailTo(auth, email, 'recovery').code
}

const verify = (params: VerifyOtpParams) => clientOf(auth.app).verifyOtp(params)
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const invalid = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
const invalidLink = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' }

test('a code works once', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  const { data, error } = await verify({ email: email.toUpperCase(), token, type: 'recovery' })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  expect(data.session?.access_token).toEqual(expect.any(String))
  expect((await verify({ email, token, type: 'recovery' })).error).toMatchObject(invalid)
})

test('a link works once, and its code no longer after it', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  const { link } = emailTo(auth, email, 'recovery')
  expect((await follow(auth.app, link)).fragment).toMatchObject({ type: 'recovery', token_type: 'bearer', sb: '' })
  const again = await follow(auth.app, link)
  expect(again).toMatchObject({ status: 303, page: 'http://127.0.0.1/', query: {} })
  expect(again.fragment).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  })
  expect((await verify({ email, token, type: 'recovery' })).error).toMatchObject(invalid)
})

test('asking for the head of a link does not use it up', async () => {
  const email = await confirmed()
  await recoveryCode(email)
  const { link } = emailTo(auth, email, 'recovery')
  const response = await auth.app.request(verifyPath(link), { method: 'HEAD' })
  expect(response.status).toBe(405)
  expect((await follow(auth.app, link)).fragment).toHaveProperty('access_token')
})

test('the fifth wrong try ends a code, and not the link that nobody guesses', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  const hash = hashIn(emailTo(auth, email, 'recovery'))
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await verify({ email, token: wrong(token), type: 'recovery' })).error).toMatchObject(invalid)
  }
  expect((await verify({ email, token, type: 'recovery' })).error).toMatchObject(invalid)
  expect((await verify({ token_hash: hash, type: 'recovery' })).error).toBeNull()
})

test('four wrong tries do not, and a new e-mail starts the count anew', async () => {
  const email = await confirmed()
  const first = await recoveryCode(email)
  for (let tries = 0; tries < 4; tries += 1) await verify({ email, token: wrong(first), type: 'recovery' })
  const second = await recoveryCode(email)
  await verify({ email, token: wrong(second), type: 'recovery' })
  expect((await verify({ email, token: second, type: 'recovery' })).error).toBeNull()
})

test('wrong tries at once count like wrong tries one by one', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  const tries = Array.from({ length: 20 }, () => verify({ email, token: wrong(token), type: 'recovery' }))
  for (const { error } of await Promise.all(tries)) expect(error).toMatchObject(invalid)
  expect((await verify({ email, token, type: 'recovery' })).error).toMatchObject(invalid)
})

test('of many who use one code at once exactly one gets in', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  await auth.openConnections()
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify({ email, token, type: 'recovery' })))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
})

test('codes and links end after an hour', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  const hash = hashIn(emailTo(auth, email, 'recovery'))
  auth.advance(hourMs)
  expect((await verify({ email, token, type: 'recovery' })).error).toMatchObject(invalid)
  expect((await verify({ token_hash: hash, type: 'recovery' })).error).toMatchObject(invalidLink)
})

test('a new e-mail replaces the one before', async () => {
  const email = await confirmed()
  await recoveryCode(email)
  const oldHash = hashIn(emailTo(auth, email, 'recovery'))
  const young = await recoveryCode(email)
  expect((await verify({ token_hash: oldHash, type: 'recovery' })).error).toMatchObject(invalidLink)
  expect((await verify({ email, token: young, type: 'recovery' })).error).toBeNull()
})

test('a code is good for its own address and its own purpose only', async () => {
  const [email, other] = [await confirmed(), await confirmed()]
  const token = await recoveryCode(email)
  expect((await verify({ email: other, token, type: 'recovery' })).error).toMatchObject(invalid)
  expect((await verify({ email, token, type: 'signup' })).error).toMatchObject(invalid)
  expect((await verify({ email, token, type: 'email_change' })).error).toMatchObject(invalid)
  expect((await verify({ email: 'nobody@example.com', token, type: 'recovery' })).error).toMatchObject(invalid)
  expect((await verify({ email, token, type: 'recovery' })).error).toBeNull()
})

test('knowing the address does not help to make up a link', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  const guessed = createHash('sha224').update(email + token).digest('hex')
  expect((await verify({ token_hash: guessed, type: 'recovery' })).error).toMatchObject(invalidLink)
})

test('the database keeps no code', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  const { rows } = await auth.database.transaction((client) =>
    client.query<{ recovery_token: string; token_hash: string; relates_to: string }>(
      `select recovery_token, token_hash, relates_to from auth.users
       join auth.one_time_tokens on user_id = users.id where email = $1`,
      [email],
    ),
  )
  const hash = hashIn(emailTo(auth, email, 'recovery'))
  expect(rows).toEqual([{ recovery_token: hash, token_hash: hash, relates_to: email }])
  expect(hash).toMatch(/^[0-9a-f]{56}$/)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test.each([
  [{}, 400, 'Verify requires a verification type'],
  [{ type: 'recovery' }, 400, 'Verify requires either a token or a token hash'],
  [{ type: 'recovery', token: '1', token_hash: '2' }, 400, 'Verify requires either a token or a token hash'],
  [{ type: 'recovery', token: '123456' }, 400, 'Only an email address or phone number should be provided on verify'],
  [{ type: 'recovery', token: '123456', email: 'not an address' }, 422, 'Invalid email format'],
  [{ type: 'sms', token: '123456', phone: '+1 555 0100' }, 403, 'Token has expired or is invalid'],
  [{ type: 'phone_change', token: '123456', phone: '15550100' }, 403, 'Token has expired or is invalid'],
  [{ type: 'sms', token: '123456', phone: '15550100-invalid' }, 400, 'Invalid phone number format (E.164 required)'],
  [{ type: 'nothing', token: '123456', phone: '0155' }, 400, 'Invalid phone number format (E.164 required)'],
  [{ type: 'recovery', token: '123456', phone: '15550100' }, 400, 'Invalid sms verification type'],
  [{ type: 'toString', token: '123456', email: 'a@example.com' }, 403, 'Token has expired or is invalid'],
  [{ type: 'nothing', token_hash: 'abc' }, 400, 'Invalid email verification type'],
  [{ type: 'recovery', token_hash: 'a\0b' }, 403, 'Email link is invalid or has expired'],
  [{ type: 'email', token_hash: 'abc', email: 'a@b.c' }, 400, 'Only the token_hash and type should be provided'],
])('the proof %j is refused with %i and the contract\'s words', async (body, status, message) => {
  const response = await auth.app.request('/verify', { method: 'POST', body: JSON.stringify(body) })
  expect([response.status, await response.json()]).toMatchObject([status, { msg: message }])
})

test('a link that lacks something is answered in place', async () => {
  const answers = await Promise.all(
    ['', '?type=signup', '?token=abc', '?token=abc&type=nothing'].map(async (query) => {
      const response = await auth.app.request(`/verify${query}`)
      return [response.status, (await response.json()).msg]
    }),
  )
  expect(answers).toEqual([
    [400, 'Verify requires a verification type'],
    [400, 'Verify requires a token or a token hash'],
    [400, 'Verify requires a verification type'],
    [400, 'Invalid email verification type'],
  ])
})

test('somebody who is banned gets in by no e-mail', async () => {
  const email = await confirmed()
  const token = await recoveryCode(email)
  await auth.database.transaction((client) =>
    client.query("update auth.users set banned_until = 'infinity' where email = $1", [email]),
  )
  const { error } = await verify({ email, token, type: 'recovery' })
  expect(error).toMatchObject({ status: 403, code: 'user_banned', message: 'User is banned' })
  expect(emailsTo(auth, email, 'recovery')).toHaveLength(1)
})
