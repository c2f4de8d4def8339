import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Email } from '../../../mail/mailer.ts'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { follow, emailsTo, emailTo } from '../../../tests/helpers/emails.ts'
import { confirmed, freshEmail, password } from '../../../tests/helpers/people.ts'

const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

test('a change of address asks both addresses and changes nothing yet', async () => {
  const { email, client } = await confirmed(auth)
  const wanted = freshEmail()
  const { data } = await client.updateUser({ email: wanted.toUpperCase() })
  expect(data.user).toMatchObject({ email, new_email: wanted, email_change_sent_at: expect.any(String) })
  for (const to of [email, wanted]) {
    expect(emailTo(auth, to)).toMatchObject({ kind: 'email-change', to, newEmail: wanted, code: expect.any(String) })
  }
  expect(emailTo(auth, email).code).not.toBe(emailTo(auth, wanted).code)
  const { error } = await clientOf(auth.app).signInWithPassword({ email: wanted, password })
  expect(error?.code).toBe('invalid_credentials')
})

test.each([
  ['old', 'new'],
  ['new', 'old'],
])('by codes: the %s address agrees, then the %s, and the change is made', async (...order) => {
  const { email, client } = await confirmed(auth)
  const wanted = freshEmail()
  await client.updateUser({ email: wanted })
  const [first = '', second = ''] = order.map((one) => (one === 'old' ? email : wanted))
  const agree = (by: string) =>
    clientOf(auth.app).verifyOtp({ email: by, token: emailTo(auth, by).code, type: 'email_change' })
  const half = await agree(first)
  expect([half.error, half.data.session]).toEqual([null, null])
  expect((await client.getUser()).data.user).toMatchObject({ email, new_email: wanted })
  expect((await agree(first)).error?.code).toBe('otp_expired')
  const { data, error } = await agree(second)
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: wanted, user_metadata: { email: wanted } })
  expect(data.user).not.toHaveProperty('new_email')
  const identity = { email: wanted, identity_data: { email: wanted, email_verified: true } }
  expect(data.user?.identities?.[0]).toMatchObject(identity)
  expect((await clientOf(auth.app).signInWithPassword({ email: wanted, password })).error).toBeNull()
  expect((await clientOf(auth.app).signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
})

test('by links, from a browser that exchanges codes', async () => {
  const { email, client } = await confirmed(auth, 'pkce')
  const wanted = freshEmail()
  await client.updateUser({ email: wanted })
  const half = await follow(auth.app, emailTo(auth, wanted).link)
  expect(half).toMatchObject({ status: 303, query: { message: halfway }, fragment: { message: halfway, sb: '' } })
  const { query } = await follow(auth.app, emailTo(auth, email).link)
  const { data, error } = await client.exchangeCodeForSession(query.code ?? '')
  expect(error).toBeNull()
  expect(data.user?.email).toBe(wanted)
})

test('by links without an exchange the message stands in the fragment alone', async () => {
  const { email, client } = await confirmed(auth)
  await client.updateUser({ email: freshEmail() })
  const landing = await follow(auth.app, emailTo(auth, email).link)
  expect(landing).toMatchObject({ query: {}, fragment: { message: halfway } })
})

test('for an address that has an account the answer is the same, and its owner is told instead of asked', async () => {
  const [{ client, email }, { email: taken }] = [await confirmed(auth), await confirmed(auth)]
  const { data, error } = await client.updateUser({ email: taken })
  expect([error, data.user?.new_email]).toEqual([null, taken])
  expect(emailTo(auth, email)).toMatchObject({ kind: 'email-change', newEmail: taken })
  expect(emailsTo(auth, taken, 'email-change')).toEqual([])
  expect(emailsTo(auth, taken, 'address-in-use')).toEqual([{ kind: 'address-in-use', to: taken }])
})

test('such a change is sent again in the same way, and never made', async () => {
  const [{ client, email }, { email: taken }] = [await confirmed(auth), await confirmed(auth)]
  await client.updateUser({ email: taken })
  auth.advance(60_000)
  await clientOf(auth.app).resend({ type: 'email_change', email })
  expect(emailsTo(auth, taken, 'address-in-use')).toHaveLength(2)
  const own = emailTo(auth, email, 'email-change').code
  expect((await clientOf(auth.app).verifyOtp({ email, token: own, type: 'email_change' })).error).toBeNull()
  expect((await client.getUser()).data.user?.email).toBe(email)
  expect((await clientOf(auth.app).signInWithPassword({ email: taken, password })).error).toBeNull()
})

test('an address that somebody else got meanwhile is refused, and the account keeps its own', async () => {
  const { email, client } = await confirmed(auth)
  const wanted = freshEmail()
  await client.updateUser({ email: wanted })
  const agree = ({ to, code }: Email) =>
    clientOf(auth.app).verifyOtp({ email: to, token: code ?? '', type: 'email_change' })
  const [asked, askedToo] = [emailTo(auth, email), emailTo(auth, wanted)]
  await clientOf(auth.app).signUp({ email: wanted, password })
  await agree(asked)
  expect((await agree(askedToo)).error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await client.getUser()).data.user?.email).toBe(email)
})

test('a code is not tried against all accounts that want the address, only against the last', async () => {
  const [one, other] = [await confirmed(auth), await confirmed(auth)]
  const wanted = freshEmail()
  await one.client.updateUser({ email: wanted })
  const earlier = emailTo(auth, wanted).code
  auth.advance(1_000)
  await other.client.updateUser({ email: wanted })
  const agree = (token: string) => clientOf(auth.app).verifyOtp({ email: wanted, token, type: 'email_change' })
  expect((await agree(earlier)).error?.code).toBe('otp_expired')
  expect((await agree(emailTo(auth, wanted).code)).error).toBeNull()
})

test('many accounts together do not fill a mailbox that is not theirs', async () => {
  const wanted = freshEmail()
  const codes: (string | undefined)[] = []
  for (let account = 0; account < 32; account += 1) {
    const { client } = await confirmed(auth)
    codes.push((await client.updateUser({ email: wanted })).error?.code)
  }
  expect(emailsTo(auth, wanted)).toHaveLength(30)
  // A refusal would tell how many e-mails the address was sent for other reasons, which only an account is.
  expect(new Set(codes)).toEqual(new Set([undefined]))
})

test('of changes that are begun at once one is', async () => {
  const { email, client } = await confirmed(auth)
  const token = (await client.getSession()).data.session?.access_token
  await auth.openConnections()
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const request = { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body: JSON.stringify({ email: freshEmail() }) }
      return (await auth.app.request('/user', request)).status
    }),
  )
  expect(statuses.filter((status) => status !== 200)).toEqual(Array<number>(7).fill(429))
  expect(emailsTo(auth, email, 'email-change')).toHaveLength(1)
})

test('changes are begun once a minute; the e-mails are sent again on request', async () => {
  const { email, client } = await confirmed(auth)
  const wanted = freshEmail()
  await client.updateUser({ email: wanted })
  auth.advance(15_000)
  expect((await client.updateUser({ email: freshEmail() })).error).toMatchObject({
    status: 429,
    message: 'For security purposes, you can only request this after 45 seconds.',
  })
  await client.resend({ type: 'email_change', email })
  expect(emailsTo(auth, wanted)).toHaveLength(1)
  auth.advance(45_000)
  await client.resend({ type: 'email_change', email })
  expect(emailsTo(auth, wanted)).toHaveLength(2)
  expect(emailsTo(auth, email, 'email-change')).toHaveLength(2)
})
