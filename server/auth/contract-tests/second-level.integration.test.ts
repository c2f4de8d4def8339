import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { answerTo, challengeFor, codeOf, prove, withApp } from '../../../tests/helpers/authenticator.ts'
import { signedInAgain } from '../../../tests/helpers/people.ts'

// What a session becomes by the code of a second factor, and what becomes of the others.

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

test('a code raises the session to the second level, in the token too', async () => {
  const person = await withApp(auth)
  const { client, app } = person
  const before = (await client.getSession()).data.session
  auth.advance(1_000)
  const { data, error } = await answerTo(person, await challengeFor(person), codeOf(auth, app.secret))
  expect(error).toBeNull()
  const claims = decodeJwt(data?.access_token ?? '')
  const at = Math.floor(auth.now().getTime() / 1000)
  expect(claims).toMatchObject({
    aal: 'aal2',
    amr: [
      { method: 'totp', timestamp: at },
      { method: 'password', timestamp: at - 1 },
    ],
    session_id: decodeJwt(before?.access_token ?? '').session_id,
  })
  expect(data?.user.factors).toMatchObject([{ id: app.factorId, status: 'verified' }])
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  })
})

test('the second level outlives refreshes', async () => {
  const { client, app } = await withApp(auth)
  await prove(auth, client, app)
  auth.advance(60_000)
  const { data } = await client.refreshSession()
  expect(decodeJwt(data.session?.access_token ?? '').aal).toBe('aal2')
})

test('an aal1 session of an account with a verified factor learns that there is a second level', async () => {
  const { client, email, app } = await withApp(auth)
  await prove(auth, client, app)
  const { data } = await (await signedInAgain(auth.app, email)).mfa.getAuthenticatorAssuranceLevel()
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
})

test('a proven factor ends the sessions that know the password only', async () => {
  const { client, email, app } = await withApp(auth)
  const other = await signedInAgain(auth.app, email)
  await prove(auth, client, app)
  expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await client.refreshSession()).error).toBeNull()
})

test('the refresh token of the first level is worth nothing ten seconds after', async () => {
  const { client, app } = await withApp(auth)
  const before = (await client.getSession()).data.session?.refresh_token ?? ''
  await prove(auth, client, app)
  auth.advance(10_001)
  const { error } = await clientOf(auth.app).refreshSession({ refresh_token: before })
  expect(error?.code).toBe('refresh_token_already_used')
})

test('a factor does not revive a session that ended by the reuse of a token', async () => {
  const person = await withApp(auth)
  const { client, app } = person
  const session = (await client.getSession()).data.session
  await client.refreshSession()
  const access = (await client.getSession()).data.session?.access_token ?? ''
  auth.advance(10_001)
  await clientOf(auth.app).refreshSession({ refresh_token: session?.refresh_token ?? '' })
  expect((await clientOf(auth.app).getUser(access)).error?.name).toBe('AuthSessionMissingError')
  const path = `/factors/${app.factorId}/challenge`
  const answered = await auth.app.request(path, { method: 'POST', headers: { authorization: `Bearer ${access}` } })
  expect(await answered.json()).toMatchObject({ error_code: 'session_not_found' })
})

test('nor one that has no refresh token in force', async () => {
  const person = await withApp(auth)
  const id = await challengeFor(person)
  const session_id = decodeJwt((await person.client.getSession()).data.session?.access_token ?? '').session_id
  const text = 'update auth.refresh_tokens set revoked = true where session_id = $1'
  await auth.database.query({ text, values: [session_id] })
  const { error } = await answerTo(person, id, codeOf(auth, person.app.secret))
  expect(error?.name).toBe('AuthSessionMissingError')
  const levels = await auth.database.query({ text: 'select aal from auth.sessions where id = $1', values: [session_id] })
  expect(levels).toEqual([{ aal: 'aal1' }])
})

test('what happened to factors is in the audit log', async () => {
  const { client, app } = await withApp(auth)
  await prove(auth, client, app)
  await client.mfa.unenroll({ factorId: app.factorId })
  const { rows } = await auth.database.transaction((database) =>
    database.query(
      `select payload ->> 'action' as action from auth.audit_log_entries
       where payload -> 'traits' ->> 'factor_id' = $1 order by 1`,
      [app.factorId],
    ),
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'challenge_created',
    'factor_in_progress',
    'factor_unenrolled',
    'verification_attempted',
  ])
})
