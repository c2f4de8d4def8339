import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'

const password = 'a good password'
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

interface Session {
  access_token: string
  refresh_token: string
}

async function post(path: string, fields: object, headers: Record<string, string> = {}) {
  const response = await auth.app.request(path, { method: 'POST', body: JSON.stringify(fields), headers })
  return { status: response.status, cookie: response.headers.get('set-cookie'), body: await response.json() }
}

const signUp = async () => {
  const email = `ruth.${randomUUID()}@example.com`
  const session: Session = (await post('/signup', { email, password })).body
  return { email, session }
}

const refresh = (token: string) => post('/token?grant_type=refresh_token', { refresh_token: token })
const sessionId = ({ access_token: token }: Session) => decodeJwt(token).session_id

test('signing in never takes over a session that somebody brings along', async () => {
  const attacker = await signUp()
  const victim = await signUp()
  const planted = {
    authorization: `Bearer ${attacker.session.access_token}`,
    cookie: `sb-access-token=${attacker.session.access_token}; sb-refresh-token=${attacker.session.refresh_token}`,
  }
  const fields = { email: victim.email, password, ...attacker.session, session_id: sessionId(attacker.session) }
  const { body, cookie } = await post('/token?grant_type=password', fields, planted)
  expect(body.user.email).toBe(victim.email)
  expect([sessionId(attacker.session), sessionId(victim.session)]).not.toContain(sessionId(body))
  expect([attacker.session.refresh_token, victim.session.refresh_token]).not.toContain(body.refresh_token)
  expect(cookie).toBeNull()
})

test('every sign-in opens a session of its own', async () => {
  const { email } = await signUp()
  const sessions = []
  for (let turn = 0; turn < 5; turn += 1) {
    sessions.push((await post('/token?grant_type=password', { email, password })).body)
  }
  expect(new Set(sessions.map(sessionId)).size).toBe(5)
  expect(new Set(sessions.map(({ refresh_token: token }) => token)).size).toBe(5)
})

test('a sign-up chooses neither its account\'s id nor its rights', async () => {
  const chosen = { id: randomUUID(), role: 'service_role', aud: 'admin', email_confirmed_at: '2020-01-01', confirmed: true }
  const email = `ruth.${randomUUID()}@example.com`
  const app_metadata = { provider: 'google', admin: true }
  const { body } = await post('/signup', { email, password, ...chosen, app_metadata, data: { sub: chosen.id, role: 'admin' } })
  expect(body.user.id).not.toBe(chosen.id)
  expect(body.user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email', providers: ['email'] } })
  expect(body.user.email_confirmed_at).toBeUndefined()
  expect(decodeJwt(body.access_token)).toMatchObject({ role: 'authenticated', aud: 'authenticated', sub: body.user.id })
})

test('a stolen refresh token that is used late ends the session for thief and owner alike', async () => {
  const { session } = await signUp()
  const second: Session = (await refresh(session.refresh_token)).body
  const third: Session = (await refresh(second.refresh_token)).body
  auth.advance(11_000)
  const used = { status: 400, body: { error_code: 'refresh_token_already_used' } }
  expect(await refresh(session.refresh_token)).toMatchObject(used)
  expect((await refresh(third.refresh_token)).status).toBe(400)
})

test.each([
  'x',
  "' or 1=1 --",
  '%',
  '_'.repeat(24),
  'x'.repeat(300),
  '\u0000',
  '../../etc/passwd',
])('the refresh token %j belongs to nobody', async (token) => {
  expect(await refresh(token)).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
})

test('a method in a header or a field changes nothing', async () => {
  const { session } = await signUp()
  const headers = {
    authorization: `Bearer ${session.access_token}`,
    'x-http-method-override': 'PUT',
    'x-http-method': 'PUT',
    'x-method-override': 'PUT',
  }
  const answer = await post('/user?_method=PUT', { _method: 'PUT', password: 'another password' }, headers)
  expect(answer).toMatchObject({ status: 405, body: { error_code: 'method_not_allowed' } })
})
