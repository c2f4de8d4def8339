import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Hono } from 'hono'
import { clientOf, startAuth, type TestAuth } from '../../../../tests/helpers/auth.ts'
import { emailsTo, emailTo } from '../../../../tests/helpers/emails.ts'
import { freshEmail, password, signedUp } from '../../../../tests/helpers/people.ts'
import { runUpkeepWhenDue } from '../../operations/upkeep.ts'
import type { Ways } from '../../operations/auth-service.ts'
import { loadWays, noWays } from '../load-ways.ts'

const dayMs = 24 * 3600 * 1000
let auth: TestAuth
let ways: Ways
/** With mail, and without. */
let mailing: Hono
let silent: Hono

beforeAll(async () => {
  auth = await startAuth()
  ways = await loadWays({ ...noWays, anonymous: true })
  mailing = auth.withSettings({ unverifiedSignIns: false }, ways)
  silent = auth.withSettings({ unverifiedSignIns: true }, ways)
})
afterAll(() => auth.stop())
beforeEach(() => auth.database.query({ text: 'truncate gateway.rate_limits' }))

async function anonymous(app: Hono) {
  const client = clientOf(app)
  const { data, error } = await client.signInAnonymously({ options: { data: { found_by: 'a friend' } } })
  expect(error).toBeNull()
  if (!data.user || !data.session) throw new Error('no session')
  return { client, user: data.user, session: data.session }
}

const settingsOf = async (app: Hono) => (await app.request('/settings')).json()

test('somebody without any name has a session, and the service says that this is possible', async () => {
  const { client, user, session } = await anonymous(mailing)
  expect(user).toMatchObject({
    email: '', phone: '', is_anonymous: true, identities: [], app_metadata: {}, user_metadata: { found_by: 'a friend' }, role: 'authenticated',
  })
  const amr = [{ method: 'anonymous', timestamp: expect.any(Number) }]
  expect(decodeJwt(session.access_token)).toMatchObject({ sub: user.id, is_anonymous: true, aal: 'aal1', amr })
  expect((await client.refreshSession()).error).toBeNull()
  expect(await settingsOf(mailing)).toMatchObject({ external: { anonymous_users: true } })
  expect(await settingsOf(auth.app)).toMatchObject({ external: { anonymous_users: false } })
  expect((await clientOf(auth.app).signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
})

test('with an address that the mailbox confirms, the account becomes a lasting one', async () => {
  const { client, user } = await anonymous(mailing)
  const email = freshEmail()
  const { data } = await client.updateUser({ email, password })
  expect(data.user).toMatchObject({ id: user.id, email: '', new_email: email, is_anonymous: true })
  expect(emailsTo(auth, '')).toEqual([])
  expect((await clientOf(mailing).signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  const { data: proven } = await clientOf(mailing).verifyOtp({ email, token: emailTo(auth, email).code, type: 'email_change' })
  expect(proven.user).toMatchObject({
    id: user.id, email, is_anonymous: false, email_confirmed_at: expect.any(String), app_metadata: { provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email', identity_data: { sub: user.id, email, email_verified: true } }],
  })
  expect((await clientOf(mailing).signInWithPassword({ email, password })).error).toBeNull()
})

test('where no mail is sent, it becomes one at once, unconfirmed as at a sign-up', async () => {
  const { client, user } = await anonymous(silent)
  const email = freshEmail()
  const { data, error } = await client.updateUser({ email, password })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: user.id, email, is_anonymous: false, identities: [{ provider: 'email' }] })
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  expect((await clientOf(silent).signInWithPassword({ email, password })).error).toBeNull()
})

test('nobody else\'s address is taken, and a password needs an address', async () => {
  const { email } = await signedUp(silent)
  const { client } = await anonymous(silent)
  expect((await client.updateUser({ email })).error?.code).toBe('email_exists')
  expect((await client.updateUser({ password })).error).toMatchObject({ status: 422, code: 'validation_failed' })
  expect((await client.getUser()).data.user).toMatchObject({ email: '', is_anonymous: true })
})

test('one network opens 30 of them an hour', async () => {
  // Otherwise the limit of all sign-ups would be the first.
  const app = auth.withSettings({ rateLimits: { 'sign-up': { address: { times: 1000, seconds: 1 } } } }, ways)
  const statuses = []
  for (let each = 0; each < 31; each += 1) {
    statuses.push((await app.request('/signup', { method: 'POST', body: '{}' }, { address: '192.0.2.1' })).status)
  }
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429])
})

test('30 days after its last use it is deleted; a lasting one stays', async () => {
  const unused = await anonymous(silent)
  const used = await anonymous(silent)
  const lasting = await anonymous(silent)
  await lasting.client.updateUser({ email: freshEmail(), password })
  auth.advance(20 * dayMs)
  expect((await used.client.refreshSession()).error).toBeNull()
  auth.advance(11 * dayMs)
  await auth.database.query({ text: 'update gateway.upkeep set begun_at = null' })
  await runUpkeepWhenDue({ ...auth, database: auth.service })
  const left = await auth.database.query<{ id: string }>({ text: 'select id from auth.users' })
  const ids = left.map(({ id }) => id)
  expect([unused, used, lasting].map(({ user }) => ids.includes(user.id))).toEqual([false, true, true])
})
