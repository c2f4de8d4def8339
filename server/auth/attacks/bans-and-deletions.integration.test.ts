import type { GoTrueAdminApi } from '@supabase/auth-js'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdmin } from '../../../tests/helpers/admin.ts'
import { clientOf, type TestAuth } from '../../../tests/helpers/auth.ts'
import { codeOf, enroll } from '../../../tests/helpers/authenticator.ts'
import { emailTo, follow, hashIn } from '../../../tests/helpers/emails.ts'
import { confirmed, password } from '../../../tests/helpers/people.ts'
import { createAuth } from '../create-auth.ts'

// A ban, a deletion and a new password hold at once, also for what was under way.

let auth: TestAuth
let admin: GoTrueAdminApi
beforeAll(async () => {
  ;({ auth, admin } = await startAdmin())
})
afterAll(() => auth.stop())

const endings = {
  banned: (id: string) => admin.updateUserById(id, { ban_duration: '24h' }),
  deleted: (id: string) => admin.deleteUser(id),
  hidden: (id: string) => admin.deleteUser(id, true),
}
type Ending = keyof typeof endings
const everyEnding: Ending[] = ['banned', 'deleted', 'hidden']

async function end(ending: Ending, id: string): Promise<void> {
  const { error } = await endings[ending](id)
  if (error) throw error
}

const verifier = 'v'.repeat(43)

/** Somebody with everything that could be used later: a session, a factor with a challenge, codes and links. */
async function equipped() {
  const { email, client } = await confirmed(auth)
  auth.advance(61_000)
  const byCode = { email, code_challenge: verifier, code_challenge_method: 'plain' }
  await send(auth.app, 'POST', '/recover', byCode)
  const { query } = await follow(auth.app, emailTo(auth, email, 'recovery').link)
  auth.advance(61_000)
  const session = (await client.getSession()).data.session
  if (!session) throw new Error('no session')
  await client.resetPasswordForEmail(email)
  await client.updateUser({ email: `new.${email}` })
  const factor = await enroll(client)
  const challenge = await client.mfa.challenge({ factorId: factor.factorId })
  return { email, session, factor, challengeId: challenge.data?.id, authCode: query.code }
}

test.each(everyEnding)('%s: neither session nor factor, code, link or password is of use any more', async (ending) => {
  const person = await equipped()
  await end(ending, person.session.user.id)
  const { email, session, factor } = person
  const recovery = emailTo(auth, email, 'recovery')
  const authorization = `Bearer ${session.access_token}`
  const requests: [method: string, path: string, body?: object][] = [
    ['GET', '/user'],
    ['PUT', '/user', { password: 'another password' }],
    ['PUT', '/user', { data: { plan: 'light' } }],
    ['GET', '/reauthenticate'],
    ['POST', '/logout'],
    ['POST', '/factors', { factor_type: 'totp', friendly_name: 'another' }],
    ['POST', `/factors/${factor.factorId}/challenge`],
    ['POST', `/factors/${factor.factorId}/verify`, { challenge_id: person.challengeId, code: codeOf(auth, factor.secret) }],
    ['DELETE', `/factors/${factor.factorId}`],
    ['POST', '/token?grant_type=refresh_token', { refresh_token: session.refresh_token }],
    ['POST', '/token?grant_type=password', { email, password }],
    ['POST', '/token?grant_type=pkce', { auth_code: person.authCode, code_verifier: verifier }],
    ['POST', '/verify', { type: 'recovery', email, token: recovery.code }],
    ['POST', '/verify', { type: 'recovery', token_hash: hashIn(recovery) }],
    ['POST', '/verify', { type: 'email_change', email, token: emailTo(auth, email, 'email-change').code }],
  ]
  for (const [method, path, body] of requests) {
    const init = { method, headers: { authorization }, ...(body && { body: JSON.stringify(body) }) }
    const response = await auth.app.request(path, init)
    expect([method, path, response.status >= 400 && response.status <= 404]).toEqual([method, path, true])
  }
})

/** The service, where something happens between the checks of the next request and its transaction. */
function interrupted(): { app: Hono; meanwhile: (act: () => Promise<unknown>) => void } {
  let pending: (() => Promise<unknown>) | undefined
  const database: TestAuth['database'] = {
    ...auth.database,
    transaction: async (work) => {
      const act = pending
      pending = undefined
      await act?.()
      return auth.database.transaction(work)
    },
  }
  const mailer = { send: async () => 'sent' as const }
  return {
    app: createAuth({ ...auth, database, mailer, log: () => undefined }),
    meanwhile: (act) => void (pending = act),
  }
}

async function send(app: Hono, method: string, path: string, body: object, token = '') {
  const response = await app.request(path, { method, headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

const sessionsOf = async (id: string) =>
  (await auth.database.query({ text: 'select from auth.sessions where user_id = $1', values: [id] })).length

test.each(everyEnding)('%s while the password was being checked: no session is opened', async (ending) => {
  const { email, client } = await confirmed(auth)
  const id = (await client.getUser()).data.user?.id ?? ''
  const before = ending === 'banned' ? await sessionsOf(id) : 0
  const { app, meanwhile } = interrupted()
  meanwhile(() => end(ending, id))
  expect(await send(app, 'POST', '/token?grant_type=password', { email, password })).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_credentials' },
  })
  expect(await sessionsOf(id)).toBe(before)
})

test('a new password while the old one was being checked: no session is opened', async () => {
  const { email, client } = await confirmed(auth)
  const { app, meanwhile } = interrupted()
  meanwhile(() => client.updateUser({ password: 'another password' }))
  expect(await send(app, 'POST', '/token?grant_type=password', { email, password })).toMatchObject({ status: 400 })
  expect((await client.getUser()).error).toBeNull()
})

test.each([
  ['banned', 'user_banned'],
  ['deleted', 'user_not_found'],
  ['hidden', 'user_not_found'],
] as const)('%s while a new password was being hashed: the password stays', async (ending, code) => {
  const { client } = await confirmed(auth)
  const session = (await client.getSession()).data.session
  const { app, meanwhile } = interrupted()
  meanwhile(() => end(ending, session?.user.id ?? ''))
  const change = { password: 'another password' }
  expect(await send(app, 'PUT', '/user', change, session?.access_token)).toMatchObject({ status: 403, body: { error_code: code } })
})

test('signed out elsewhere while a new password was being hashed: the password stays', async () => {
  const { email, client } = await confirmed(auth)
  const session = (await client.getSession()).data.session
  const { app, meanwhile } = interrupted()
  meanwhile(() => client.signOut({ scope: 'global' }))
  expect(await send(app, 'PUT', '/user', { password: 'another password' }, session?.access_token)).toMatchObject({
    status: 403,
    body: { error_code: 'session_not_found' },
  })
  expect((await clientOf(auth.app).signInWithPassword({ email, password })).error).toBeNull()
})

test('a factor that is verified while a password of the first level was being hashed keeps the password', async () => {
  const { client } = await confirmed(auth)
  const session = (await client.getSession()).data.session
  const { app, meanwhile } = interrupted()
  meanwhile(() =>
    auth.database.query({
      text: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
        values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), 'secret')`,
      values: [session?.user.id],
    }),
  )
  expect(await send(app, 'PUT', '/user', { password: 'another password' }, session?.access_token)).toMatchObject({
    status: 401,
    body: { error_code: 'insufficient_aal' },
  })
})

test('a new password ends a sign-in that an earlier e-mail had begun', async () => {
  const { email, client } = await confirmed(auth, 'pkce')
  const other = clientOf(auth.app, 'pkce')
  auth.advance(61_000)
  await other.resetPasswordForEmail(email)
  const { query } = await follow(auth.app, emailTo(auth, email, 'recovery').link)
  await client.updateUser({ password: 'another password' })
  expect((await other.exchangeCodeForSession(query.code ?? '')).error).toMatchObject({ code: 'flow_state_not_found' })
})
