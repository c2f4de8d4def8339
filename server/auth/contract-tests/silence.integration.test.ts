import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import type { Email, Mailer } from '../../../mail/mailer.ts'
import { withEmails } from '../operations/emails.ts'
import { hashIn, emailsTo, emailTo } from '../../../tests/helpers/emails.ts'

// Requests for e-mails have the same response for every address.

const password = 'a good password'
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const freshEmail = () => `mara.${randomUUID()}@example.com`

async function ask(path: string, body: object) {
  const response = await auth.app.request(path, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: await response.text(), headers: Object.fromEntries(response.headers) }
}

/** Addresses in every state: without an account, unconfirmed, confirmed, and with a recent e-mail. */
async function addresses() {
  const [unknown, unconfirmed, confirmed, justAsked] = [freshEmail(), freshEmail(), freshEmail(), freshEmail()]
  for (const email of [unconfirmed, confirmed, justAsked]) await clientOf(auth.app).signUp({ email, password })
  for (const email of [confirmed, justAsked]) {
    await clientOf(auth.app).verifyOtp({ email, token: emailTo(auth, email).code, type: 'signup' })
  }
  await clientOf(auth.app).resetPasswordForEmail(justAsked)
  return [unknown, unconfirmed, confirmed, justAsked]
}

test.each([
  ['/recover', {}],
  ['/otp', {}],
  ['/otp', { create_user: false }],
  ['/magiclink', {}],
  ['/resend', { type: 'signup' }],
  ['/resend', { type: 'email_change' }],
])('%s %j answers the same for every address', async (path, body) => {
  const answers = await Promise.all((await addresses()).map((email) => ask(path, { ...body, email })))
  expect(answers[0]).toMatchObject({ status: 200, body: '{}' })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test.each(['/recover', '/otp'])('%s writes once a minute, and never to nobody', async (path) => {
  const [unknown = '', , confirmed = ''] = await addresses()
  const before = emailsTo(auth, confirmed).length
  for (const email of [unknown, confirmed, confirmed]) await ask(path, { email, create_user: false })
  expect(emailsTo(auth, unknown)).toEqual([])
  expect(emailsTo(auth, confirmed)).toHaveLength(before + 1)
  auth.advance(60_000)
  await ask(path, { email: confirmed })
  expect(emailsTo(auth, confirmed)).toHaveLength(before + 2)
})

test.each([
  ['/recover', 'recovery', {}],
  ['/otp', 'magic-link', {}],
  ['/resend', 'confirmation', { type: 'signup' }],
] as const)('of many who ask %s at once one has an e-mail written', async (path, kind, body) => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  const before = emailsTo(auth, email, kind).length
  auth.advance(60_000)
  await auth.openConnections()
  await Promise.all(Array.from({ length: 8 }, () => ask(path, { ...body, email })))
  expect(emailsTo(auth, email, kind)).toHaveLength(before + 1)
})

test('when too many e-mails were written, the answer is as before', async () => {
  const [, , confirmed = ''] = await addresses()
  const before = emailsTo(auth, confirmed).length
  for (let turn = 0; turn < 70; turn += 1) {
    auth.advance(60_000)
    expect(await ask('/recover', { email: confirmed })).toMatchObject({ status: 200, body: '{}' })
  }
  // Thirty in a burst, and one every two minutes.
  expect(emailsTo(auth, confirmed).length - before).toBeLessThan(70)
})

test('the answer goes out before the e-mail does', async () => {
  const [, , confirmed = ''] = await addresses()
  const order: string[] = []
  const mailer: Mailer = { send: async () => (order.push('email'), 'sent') }
  const outbox: Email[] = [{ kind: 'recovery', to: confirmed }]
  await withEmails({ database: auth.service, mailer }, async (_, emails) => void emails.push(...outbox))
  order.push('answer')
  await nextTurn()
  expect(order).toEqual(['answer', 'email'])
})

test('nothing is kept of somebody who has no account', async () => {
  const email = freshEmail()
  await clientOf(auth.app, 'pkce').resetPasswordForEmail(email)
  await clientOf(auth.app, 'pkce').signInWithOtp({ email, options: { shouldCreateUser: false } })
  const { rows } = await auth.database.transaction((client) =>
    client.query(
      `select (select count(*)::int from auth.one_time_tokens where relates_to = $1) as tokens,
              (select count(*)::int from auth.users where email = $1) as users,
              (select count(*)::int from auth.flow_state where user_id not in (select id from auth.users)) as flows`,
      [email],
    ),
  )
  expect(rows).toEqual([{ tokens: 0, users: 0, flows: 0 }])
})

test('a magic link makes an account that has no password, and signs in', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signInWithOtp({ email, options: { data: { plan: 'light' } } })
  const { code, kind } = emailTo(auth, email)
  expect(kind).toBe('magic-link')
  const { data, error } = await clientOf(auth.app).verifyOtp({ email, token: code, type: 'email' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String), user_metadata: { plan: 'light' } })
  expect((await clientOf(auth.app).signInWithPassword({ email, password: '' })).error?.code).toBe('invalid_credentials')
})

test('a confirmation that is sent again replaces the first', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password })
  const first = hashIn(emailTo(auth, email))
  auth.advance(60_000)
  const client = clientOf(auth.app, 'pkce')
  expect((await client.resend({ type: 'signup', email })).error).toBeNull()
  const { code } = emailTo(auth, email)
  expect(hashIn(emailTo(auth, email))).toMatch(/^pkce_/)
  expect((await client.verifyOtp({ token_hash: first, type: 'signup' })).error?.code).toBe('otp_expired')
  expect((await client.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
})

const email = 'mara@example.com'

test.each([
  ['/recover', {}, 400, 'validation_failed', 'Password recovery requires an email'],
  ['/recover', { email: 'x@' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
  ['/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
  ['/otp', { email, phone: '1' }, 400, 'validation_failed', 'Only an email address or phone number should be provided'],
  ['/otp', { email, channel: 'sms' }, 400, 'validation_failed', 'Channel should only be specified with Phone OTP'],
  ['/otp', { phone: '15550100' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
  ['/otp', { phone: '15550100', create_user: false }, 422, 'otp_disabled', 'Signups not allowed for otp'],
  ['/otp', { phone: '1-555', create_user: false }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
  ['/resend', {}, 400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change'],
  ['/resend', { type: 'signup' }, 400, 'validation_failed', 'Type provided requires an email address'],
  ['/resend', { type: 'email_change' }, 400, 'validation_failed', 'Missing email address or phone number'],
  ['/resend', { type: 'sms', phone: '15550100' }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
])('%s refuses %j in the contract\'s words', async (path, body, status, code, message) => {
  const answer = await ask(path, body)
  expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { code: status, error_code: code, msg: message }])
})
