import { randomUUID } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminWith, serviceKeyOf } from '../../../tests/helpers/admin.ts'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { emailsTo } from '../../../tests/helpers/emails.ts'

// The limit of e-mails to one mailbox that strangers can request, from any number of addresses: here two.

const password = 'a good password'
let auth: TestAuth
let limited: Hono
let serviceKey: string
beforeAll(async () => {
  auth = await startAuth()
  const rateLimits = { email: { account: { times: 2, seconds: 7200 } } }
  limited = auth.withSettings({ unverifiedSignIns: false, rateLimits })
  serviceKey = await serviceKeyOf(auth)
})
afterAll(() => auth.stop())

const freshEmail = () => `tamar.${randomUUID()}@example.com`

let lastHost = 0
/** A client at an address that was never seen before. */
function fromElsewhere(): { address: string } {
  lastHost += 1
  return { address: `198.51.100.${lastHost}` }
}

/** An account without any e-mail yet. */
async function account(isConfirmed: boolean): Promise<string> {
  const email = freshEmail()
  const { error } = await adminWith(auth.app, serviceKey).createUser({ email, password, email_confirm: isConfirmed })
  expect(error).toBeNull()
  return email
}

async function signedIn(email: string): Promise<string> {
  const client: GoTrueClient = clientOf(auth.app)
  const { data } = await client.signInWithPassword({ email, password })
  return data.session?.access_token ?? ''
}

async function post(path: string, body: object): Promise<Response> {
  return limited.request(path, { method: 'POST', body: JSON.stringify(body) }, fromElsewhere())
}

test.each<[string, boolean, (email: string) => Promise<Response>]>([
  ['sign-up', false, (email) => post('/signup', { email, password })],
  ['confirmation sent again', false, (email) => post('/resend', { type: 'signup', email })],
  ['recovery', true, (email) => post('/recover', { email })],
  ['magic link', true, (email) => post('/otp', { email })],
])('%s: the third e-mail is not written, and the answer does not tell', async (_, isConfirmed, ask) => {
  const email = await account(isConfirmed)
  for (let turn = 0; turn < 4; turn += 1) {
    expect((await ask(email)).status).toBe(200)
    auth.advance(60_000)
  }
  expect(emailsTo(auth, email)).toHaveLength(2)
})

test('e-mails of all kinds count together', async () => {
  const email = await account(true)
  for (const path of ['/recover', '/otp', '/recover', '/otp']) {
    expect((await post(path, { email })).status).toBe(200)
    auth.advance(60_000)
  }
  expect(emailsTo(auth, email).map(({ kind }) => kind)).toEqual(['recovery', 'magic-link'])
})

test('sub-addresses of one mailbox count together, also for sign-ups, and none of them for another mailbox', async () => {
  const [local = ''] = freshEmail().split('@')
  const addresses = Array.from({ length: 4 }, (_, tag) => `${local}+${tag}@example.com`)
  for (const email of addresses) expect((await post('/signup', { email, password })).status).toBe(200)
  expect(addresses.map((email) => emailsTo(auth, email).length)).toEqual([1, 1, 0, 0])
  const own = `${local}@example.com`
  expect((await post('/signup', { email: own, password })).status).toBe(200)
  expect(emailsTo(auth, own)).toHaveLength(1)
  const other = `${local}-other+1@example.com`
  await post('/signup', { email: other, password })
  expect(emailsTo(auth, other)).toHaveLength(1)
})

test('a new account is written to once, however many e-mails its mailbox had before', async () => {
  const email = await account(true)
  for (let turn = 0; turn < 3; turn += 1) {
    await post('/recover', { email })
    auth.advance(60_000)
  }
  const admin = adminWith(auth.app, serviceKey)
  const { rows } = await auth.database.transaction((client) =>
    client.query<{ id: string }>('select id from auth.users where email = $1', [email]),
  )
  await admin.deleteUser(rows[0]?.id ?? '')
  expect((await post('/signup', { email, password })).status).toBe(200)
  expect(emailsTo(auth, email, 'confirmation')).toHaveLength(1)
})

async function change(from: string, to: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await signedIn(from)}` }
  return limited.request('/user', { method: 'PUT', headers, body: JSON.stringify({ email: to }) }, fromElsewhere())
}

const tooMany = { code: 429, error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' }

test('reauthentication: the third e-mail is refused, with a time to come back', async () => {
  const email = await account(true)
  const headers = { authorization: `Bearer ${await signedIn(email)}` }
  const ask = () => limited.request('/reauthenticate', { headers }, fromElsewhere())
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await ask()).status).toBe(200)
    auth.advance(60_000)
  }
  const refused = await ask()
  expect([await refused.json(), refused.headers.get('retry-after')]).toEqual([tooMany, '60'])
  expect(emailsTo(auth, email)).toHaveLength(2)
})

test.each(['old', 'new'])('a change of address counts for the %s mailbox', async (counted) => {
  const [email, wanted] = [await account(true), freshEmail()]
  const other = await account(true)
  const attempts =
    counted === 'old'
      ? [[email, freshEmail()], [email, freshEmail()], [email, freshEmail()]]
      : [[email, wanted], [other, wanted], [await account(true), wanted]]
  const statuses: number[] = []
  for (const [from = '', to = ''] of attempts) {
    statuses.push((await change(from, to)).status)
    auth.advance(60_000)
  }
  // Only the own mailbox's limit is told: the other one's would reveal an account.
  expect(statuses).toEqual(counted === 'old' ? [200, 200, 429] : [200, 200, 200])
  expect(emailsTo(auth, counted === 'old' ? email : wanted)).toHaveLength(2)
})

test('a change that is refused for another reason counts for no mailbox', async () => {
  const [email, wanted] = [await account(true), freshEmail()]
  const headers = { authorization: `Bearer ${await signedIn(email)}` }
  for (const wrong of [{ data: { name: '\0' } }, { password: 'another password', nonce: '123456' }]) {
    for (let turn = 0; turn < 2; turn += 1) {
      const body = JSON.stringify({ email: wanted, ...wrong })
      const answer = await limited.request('/user', { method: 'PUT', headers, body }, fromElsewhere())
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
  }
  expect((await change(email, wanted)).status).toBe(200)
})

test('a change of address that is asked for again counts for both mailboxes, and the answer does not tell', async () => {
  const [email, wanted] = [await account(true), freshEmail()]
  expect((await change(email, wanted)).status).toBe(200)
  for (let turn = 0; turn < 3; turn += 1) {
    auth.advance(60_000)
    expect((await post('/resend', { type: 'email_change', email })).status).toBe(200)
  }
  for (const mailbox of [email, wanted]) expect(emailsTo(auth, mailbox)).toHaveLength(2)
})

test('whether a wanted mailbox has reached its limit is told neither of an account\'s nor of nobody\'s', async () => {
  const [known, unknown] = [await account(true), freshEmail()]
  for (const wanted of [known, unknown]) {
    for (let turn = 0; turn < 3; turn += 1) {
      await post('/recover', { email: wanted })
      auth.advance(60_000)
    }
    expect((await change(await account(true), wanted)).status).toBe(200)
  }
  expect(emailsTo(auth, known, 'address-in-use')).toEqual([])
  expect(emailsTo(auth, unknown, 'email-change')).toHaveLength(1)
})

test('a network that is familiar to the wanted address is no exception for others who are there', async () => {
  const known = await account(true)
  const home = fromElsewhere()
  await limited.request('/token?grant_type=password', { method: 'POST', body: JSON.stringify({ email: known, password }) }, home)
  for (let turn = 0; turn < 3; turn += 1) {
    const headers = { authorization: `Bearer ${await signedIn(await account(true))}` }
    await limited.request('/user', { method: 'PUT', headers, body: JSON.stringify({ email: known }) }, home)
  }
  expect(emailsTo(auth, known, 'address-in-use')).toHaveLength(2)
})

test('an owner who was seen at an address is written to there, whatever strangers have used up', async () => {
  const email = await account(true)
  const home = fromElsewhere()
  const credentials = { method: 'POST', body: JSON.stringify({ email, password }) }
  await limited.request('/token?grant_type=password', credentials, home)
  for (let turn = 0; turn < 3; turn += 1) {
    await post('/recover', { email })
    auth.advance(60_000)
  }
  expect(emailsTo(auth, email)).toHaveLength(2)
  await limited.request('/recover', { method: 'POST', body: JSON.stringify({ email }) }, home)
  expect(emailsTo(auth, email)).toHaveLength(3)
})
