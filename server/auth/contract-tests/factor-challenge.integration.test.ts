import { randomUUID } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { type Authenticator, codeOf, enroll, prove, stepMs, wrongCode } from '../../../tests/helpers/authenticator.ts'

const password = 'a good password'
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

interface Person {
  client: GoTrueClient
  email: string
  app: Authenticator
}

/** A user with an unverified authenticator app. */
async function withApp(): Promise<Person> {
  const client = clientOf(auth.app)
  const email = `ruth.${randomUUID()}@example.com`
  const { error } = await client.signUp({ email, password })
  if (error) throw error
  return { client, email, app: await enroll(client) }
}

async function signedInAgain(email: string): Promise<GoTrueClient> {
  const client = clientOf(auth.app)
  const { error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

async function challenge({ client, app }: Person): Promise<string> {
  const { data, error } = await client.mfa.challenge({ factorId: app.factorId })
  if (error) throw error
  return data.id
}

const answer = ({ client, app }: Person, challengeId: string, code: string) =>
  client.mfa.verify({ factorId: app.factorId, challengeId, code })

const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }
const gone = {
  status: 422,
  code: 'mfa_factor_not_found',
  message: 'MFA factor with the provided challenge ID not found',
}

test('a code raises the session to the second level, in the token too', async () => {
  const person = await withApp()
  const { client, app } = person
  const before = (await client.getSession()).data.session
  auth.advance(1_000)
  const { data, error } = await answer(person, await challenge(person), codeOf(auth, app.secret))
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
  const { client, app } = await withApp()
  await prove(auth, client, app)
  auth.advance(60_000)
  const { data } = await client.refreshSession()
  expect(decodeJwt(data.session?.access_token ?? '').aal).toBe('aal2')
})

test('an aal1 session of an account with a verified factor learns that there is a second level', async () => {
  const { client, email, app } = await withApp()
  await prove(auth, client, app)
  const { data } = await (await signedInAgain(email)).mfa.getAuthenticatorAssuranceLevel()
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
})

test('a proven factor ends the sessions that know the password only', async () => {
  const { client, email, app } = await withApp()
  const other = await signedInAgain(email)
  await prove(auth, client, app)
  expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await client.refreshSession()).error).toBeNull()
})

test('the refresh token of the first level is worth nothing ten seconds after', async () => {
  const { client, app } = await withApp()
  const before = (await client.getSession()).data.session?.refresh_token ?? ''
  await prove(auth, client, app)
  auth.advance(10_001)
  const { error } = await clientOf(auth.app).refreshSession({ refresh_token: before })
  expect(error?.code).toBe('refresh_token_already_used')
})

test('a factor does not revive a session that ended by the reuse of a token', async () => {
  const person = await withApp()
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
  const person = await withApp()
  const id = await challenge(person)
  const session_id = decodeJwt((await person.client.getSession()).data.session?.access_token ?? '').session_id
  const text = 'update auth.refresh_tokens set revoked = true where session_id = $1'
  await auth.database.query({ text, values: [session_id] })
  const { error } = await answer(person, id, codeOf(auth, person.app.secret))
  expect(error?.name).toBe('AuthSessionMissingError')
  const levels = await auth.database.query({ text: 'select aal from auth.sessions where id = $1', values: [session_id] })
  expect(levels).toEqual([{ aal: 'aal1' }])
})

test('codes of the step before and after are right, others are wrong', async () => {
  for (const [steps, isRight] of [[-2, false], [-1, true], [0, true], [1, true], [2, false]] as const) {
    const person = await withApp()
    const { error } = await answer(person, await challenge(person), codeOf(auth, person.app.secret, steps))
    expect([steps, error === null]).toEqual([steps, isRight])
  }
})

test('a code is good once', async () => {
  const person = await withApp()
  const code = codeOf(auth, person.app.secret)
  expect((await answer(person, await challenge(person), code)).error).toBeNull()
  expect((await answer(person, await challenge(person), code)).error).toMatchObject(wrong)
  const earlier = codeOf(auth, person.app.secret, -1)
  expect((await answer(person, await challenge(person), earlier)).error).toMatchObject(wrong)
  auth.advance(stepMs)
  expect((await answer(person, await challenge(person), codeOf(auth, person.app.secret))).error).toBeNull()
})

test('a code that answers four challenges at once is taken once', async () => {
  const person = await withApp()
  const challenges = await Promise.all(Array.from({ length: 4 }, () => challenge(person)))
  const code = codeOf(auth, person.app.secret)
  await auth.openConnections()
  const token = (await person.client.getSession()).data.session?.access_token
  const statuses = await Promise.all(
    challenges.map(async (id) => {
      const response = await auth.app.request(`/factors/${person.app.factorId}/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ challenge_id: id, code }),
      })
      return response.status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 422)).toHaveLength(3)
})

test('five wrong codes end a challenge, and a new one can be had', async () => {
  const person = await withApp()
  const id = await challenge(person)
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await answer(person, id, wrongCode(auth, person.app.secret))).error).toMatchObject(wrong)
  }
  const right = codeOf(auth, person.app.secret)
  expect((await answer(person, id, right)).error).toMatchObject(gone)
  expect((await answer(person, await challenge(person), right)).error).toBeNull()
})

test('many challenges do not make more tries than the limit of the account', async () => {
  const person = await withApp()
  const codes: (string | undefined)[] = []
  for (let tries = 0; tries < 20; tries += 1) {
    const { data, error } = await person.client.mfa.challenge({ factorId: person.app.factorId })
    const tried = error ? { error } : await answer(person, data.id, wrongCode(auth, person.app.secret))
    codes.push(tried.error?.code)
  }
  expect(codes.at(-1)).toBe('over_request_rate_limit')
})

test('wrong codes are counted for the account over the day, whoever tries them', async () => {
  const { client, app } = await withApp()
  const few = auth.withSettings({ rateLimits: { 'wrong-factor': { account: { times: 2, seconds: 86_400 } } } })
  const token = (await client.getSession()).data.session?.access_token
  const headers = { authorization: `Bearer ${token}` }
  const statusOf = async (code: string, address: string) => {
    const path = `/factors/${app.factorId}`
    const asked = await few.request(`${path}/challenge`, { method: 'POST', headers }, { address })
    const body = JSON.stringify({ challenge_id: (await asked.json()).id, code })
    return (await few.request(`${path}/verify`, { method: 'POST', headers, body }, { address })).status
  }
  expect(await statusOf(wrongCode(auth, app.secret), '192.0.2.1')).toBe(422)
  expect(await statusOf(codeOf(auth, app.secret), '192.0.2.2')).toBe(200)
  expect(await statusOf(wrongCode(auth, app.secret), '192.0.2.3')).toBe(422)
  expect(await statusOf(wrongCode(auth, app.secret), '192.0.2.4')).toBe(429)
})

test('a challenge is good for five minutes', async () => {
  const person = await withApp()
  const { data } = await person.client.mfa.challenge({ factorId: person.app.factorId })
  const id = data?.id ?? ''
  expect(data).toEqual({ id, type: 'totp', expires_at: Math.floor((auth.now().getTime() + 300_000) / 1000) })
  auth.advance(300_001)
  expect((await answer(person, id, codeOf(auth, person.app.secret))).error).toMatchObject({
    status: 422,
    code: 'mfa_challenge_expired',
    message: `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  })
  expect((await answer(person, id, codeOf(auth, person.app.secret))).error).toMatchObject(gone)
})

test('a challenge is answered once, and where it was asked', async () => {
  const person = await withApp()
  const id = await challenge(person)
  expect((await answer(person, id, codeOf(auth, person.app.secret))).error).toBeNull()
  const elsewhere = { status: 422, code: 'mfa_ip_address_mismatch' }
  auth.advance(stepMs)
  expect((await answer(person, id, codeOf(auth, person.app.secret))).error).toMatchObject(elsewhere)
  const token = (await person.client.getSession()).data.session?.access_token
  const response = await auth.app.request(
    `/factors/${person.app.factorId}/verify`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ challenge_id: await challenge(person), code: codeOf(auth, person.app.secret) }),
    },
    { address: '203.0.113.7' },
  )
  expect([response.status, (await response.json()).error_code]).toEqual([422, 'mfa_ip_address_mismatch'])
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '1e5000'])(
  '%j is no code',
  async (code) => {
    const person = await withApp()
    const { error } = await answer(person, await challenge(person), code)
    expect(error).toMatchObject(
      code === '' ? { status: 400, code: 'validation_failed', message: 'Code needs to be non-empty' } : wrong,
    )
  },
)

test('fifty factors can be asked for codes at the same moment', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, withApp))
  const asked = await Promise.all(people.map(({ client, app }) => client.mfa.challenge({ factorId: app.factorId })))
  expect(asked.filter(({ error }) => error)).toEqual([])
})

test('what happened to factors is in the audit log', async () => {
  const { client, app } = await withApp()
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
