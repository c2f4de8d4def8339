import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { signedInAgain, signedUp } from '../../../tests/helpers/people.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

interface RefreshAnswer {
  status: number
  refresh_token?: string
  access_token?: string
  error_code?: string
  msg?: string
}

async function refresh(token: string, app = auth.app): Promise<RefreshAnswer> {
  const response = await app.request('/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: token }),
  })
  return { status: response.status, ...(await response.json()) }
}

async function successor(token: string): Promise<string> {
  const { refresh_token: next } = await refresh(token)
  if (!next) throw new Error('not refreshed')
  return next
}

test('a refresh replaces both tokens and keeps the session', async () => {
  const { client, session } = await signedUp(auth.app)
  auth.advance(60_000)
  const { data, error } = await client.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  const before = decodeJwt(session.access_token)
  const after = decodeJwt(data.session?.access_token ?? '')
  expect(after).toMatchObject({ sub: before.sub, session_id: before.session_id, amr: before.amr })
  expect(after.exp).toBe((before.exp ?? 0) + 60)
})

test('a replaced token names its successor in the table', async () => {
  const { session } = await signedUp(auth.app)
  const next = await successor(session.refresh_token)
  const { rows } = await auth.database.transaction((client) =>
    client.query('select token, parent, revoked from auth.refresh_tokens where token = any($1) order by id', [
      [session.refresh_token, next],
    ]),
  )
  expect(rows).toEqual([
    { token: session.refresh_token, parent: null, revoked: true },
    { token: next, parent: session.refresh_token, revoked: false },
  ])
})

test('fifty refreshes of one token at once have one successor', async () => {
  const { session } = await signedUp(auth.app)
  await auth.openConnections()
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(session.refresh_token)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
})

test('fifty refreshes of one token at two gateways at once have one successor', async () => {
  const { session } = await signedUp(auth.app)
  await auth.openConnections()
  const apps = [auth.app, auth.withSettings({})]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, place) => refresh(session.refresh_token, apps[place % apps.length])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
})

test('refreshes of different people at once are each answered for themselves', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => signedUp(auth.app)))
  const [leaving] = people
  await leaving?.client.signOut()
  const unknown = 'unknown-token-that-was-never-issued'
  const answers = await Promise.all([
    ...people.map(({ session }) => refresh(session.refresh_token)),
    refresh(unknown),
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, ...Array.from({ length: 9 }, () => 200), 400])
  for (const [place, { session }] of people.entries()) {
    if (place === 0) continue
    const before = decodeJwt(session.access_token)
    expect(decodeJwt(answers[place]?.access_token ?? '')).toMatchObject({
      sub: before.sub,
      session_id: before.session_id,
      email: session.user.email,
    })
  }
  expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(10)
})

test('within ten seconds a replaced token leads to the current one', async () => {
  const { session } = await signedUp(auth.app)
  const current = await successor(await successor(session.refresh_token))
  auth.advance(10_000)
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 200, refresh_token: current })
})

test('after ten seconds a replaced token ends every token of its session', async () => {
  const { session } = await signedUp(auth.app)
  const current = await successor(await successor(session.refresh_token))
  auth.advance(10_001)
  const used = { status: 400, error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' }
  expect(await refresh(session.refresh_token)).toMatchObject(used)
  expect(await refresh(current)).toMatchObject({ status: 400, error_code: 'refresh_token_not_found' })
  expect(auth.logged).toContainEqual([
    'refresh-token-reused',
    { session: decodeJwt(session.access_token).session_id },
  ])
})

test('after ten seconds a replaced token ends the session, even if its successor was never used', async () => {
  const { session } = await signedUp(auth.app)
  const current = await successor(session.refresh_token)
  auth.advance(10_001)
  expect((await refresh(session.refresh_token)).error_code).toBe('refresh_token_already_used')
  expect((await refresh(current)).error_code).toBe('refresh_token_not_found')
})

test('reuse in one session leaves the others alone', async () => {
  const { session, email } = await signedUp(auth.app)
  const other = await signedInAgain(auth.app, email)
  await successor(await successor(session.refresh_token))
  auth.advance(10_001)
  await refresh(session.refresh_token)
  expect((await other.refreshSession()).error).toBeNull()
})

test.each(['unknown-token-that-was-never-issued', 'short', 'with\0nul-and-more', "' or true --"])(
  '%j is no refresh token',
  async (token) => {
    expect(await refresh(token)).toMatchObject({
      status: 400,
      error_code: 'refresh_token_not_found',
      msg: 'Invalid Refresh Token: Refresh Token Not Found',
    })
  },
)

test('a session past its end cannot be refreshed', async () => {
  const { session, email } = await signedUp(auth.app)
  await auth.database.transaction((client) =>
    client.query(
      'update auth.sessions set not_after = $2 where user_id = (select id from auth.users where email = $1)',
      [email, new Date(auth.now().getTime() - 1)],
    ),
  )
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, error_code: 'session_expired' })
})

test('the person of a session can be read, with the same answer as at sign-up', async () => {
  const { client, session } = await signedUp(auth.app)
  const { data, error } = await client.getUser()
  expect(error).toBeNull()
  expect(data.user).toEqual(session.user)
})

test('signing out locally ends this session only', async () => {
  const { client, session, email } = await signedUp(auth.app)
  const other = await signedInAgain(auth.app, email)
  expect((await client.signOut({ scope: 'local' })).error).toBeNull()
  expect((await client.getUser(session.access_token)).error?.name).toBe('AuthSessionMissingError')
  expect((await other.getUser()).error).toBeNull()
})

test('signing out others ends all but this session', async () => {
  const { client, email } = await signedUp(auth.app)
  const other = await signedInAgain(auth.app, email)
  expect((await client.signOut({ scope: 'others' })).error).toBeNull()
  expect((await client.getUser()).error).toBeNull()
  expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found')
})

test('signing out everywhere ends all sessions, of this person only', async () => {
  const { client, email, session } = await signedUp(auth.app)
  const other = await signedInAgain(auth.app, email)
  const stranger = await signedUp(auth.app)
  expect((await client.signOut()).error).toBeNull()
  expect((await refresh(session.refresh_token)).error_code).toBe('refresh_token_not_found')
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await stranger.client.getUser()).error).toBeNull()
})

test('an expired session reads as no session', async () => {
  const { client, session } = await signedUp(auth.app)
  auth.advance(3_600_000)
  expect((await client.getUser(session.access_token)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
})

test('a person who was deleted is gone for tokens issued before', async () => {
  const { client, email } = await signedUp(auth.app)
  await auth.database.transaction((database) => database.query('delete from auth.users where email = $1', [email]))
  expect((await client.getUser()).error?.code).toBe('user_not_found')
})
