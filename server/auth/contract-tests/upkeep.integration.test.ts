import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { enroll, prove } from '../../../tests/helpers/authenticator.ts'
import { follow, emailTo } from '../../../tests/helpers/emails.ts'
import { freshEmail, password, signedUp } from '../../../tests/helpers/people.ts'
import type { AuthSettings } from '../operations/auth-service.ts'
import { runUpkeepWhenDue } from '../operations/upkeep.ts'

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())
beforeEach(async () => {
  await auth.database.query({ text: 'truncate auth.users, auth.audit_log_entries, auth.flow_state cascade' })
  await auth.database.query({ text: 'update gateway.upkeep set begun_at = null' })
})

const runUpkeep = (changes: Partial<AuthSettings> = {}) =>
  runUpkeepWhenDue({ ...auth, database: auth.service, settings: { ...auth.settings, ...changes } })

async function count(table: string, condition = 'true'): Promise<number> {
  const [row] = await auth.database.query<{ rows: number }>({
    text: `select count(*)::int as rows from ${table} where ${condition}`,
  })
  return row?.rows ?? 0
}

const refreshTokenOf = async (client: GoTrueClient) => (await client.getSession()).data.session?.refresh_token ?? ''

/** The token's successor, or the code of the fault. */
async function refresh(token: string, settings: Partial<AuthSettings> = {}): Promise<string> {
  const request = { method: 'POST', body: JSON.stringify({ refresh_token: token }) }
  const answer = await auth.withSettings(settings).request('/token?grant_type=refresh_token', request)
  const { refresh_token: successor, error_code: code } = await answer.json()
  return successor ?? code
}

test('entries of the log are kept for a year', async () => {
  await signedUp(auth.app)
  const entries = await count('auth.audit_log_entries')
  expect(entries).toBeGreaterThan(0)
  auth.advance(364 * dayMs)
  await runUpkeep()
  expect(await count('auth.audit_log_entries')).toBe(entries)
  auth.advance(2 * dayMs)
  await runUpkeep()
  expect(await count('auth.audit_log_entries')).toBe(0)
})

test.each([
  ['past its time', { sessionSeconds: 3600 }],
  ['not refreshed for too long', { inactivitySeconds: 3600 }],
])('a session %s is reported as such for a day, then it is deleted with everything that belongs to it', async (_, settings) => {
  const { client } = await signedUp(auth.app)
  const token = await refreshTokenOf(client)
  auth.advance(hourMs + dayMs - 1000)
  await runUpkeep(settings)
  expect(await refresh(token, settings)).toBe('session_expired')
  auth.advance(hourMs + 2000)
  await runUpkeep(settings)
  for (const table of ['sessions', 'refresh_tokens', 'mfa_amr_claims']) expect(await count(`auth.${table}`)).toBe(0)
  expect(await count('auth.users')).toBe(1)
})

test('a session that was given an end is forgotten a day after it', async () => {
  await signedUp(auth.app)
  await auth.database.query({ text: 'update auth.sessions set not_after = $1', values: [auth.now()] })
  auth.advance(dayMs + 1000)
  await runUpkeep()
  expect(await count('auth.sessions')).toBe(0)
})

test('without limits nobody is signed out, and a token that was replaced long ago still ends its session', async () => {
  const { client } = await signedUp(auth.app)
  const stolen = await refreshTokenOf(client)
  await client.refreshSession()
  auth.advance(400 * dayMs)
  await runUpkeep()
  expect((await client.refreshSession()).error).toBeNull()
  auth.advance(dayMs)
  await runUpkeep()
  expect(await refresh(stolen)).toBe('refresh_token_already_used')
  expect((await client.refreshSession()).error?.code).toBe('refresh_token_not_found')
})

test('a session in use stays whole, whatever its neighbours come to', async () => {
  const settings = { inactivitySeconds: 3600 }
  const [idle, busy] = [await signedUp(auth.app), await signedUp(auth.app)]
  const stolen = await refreshTokenOf(busy.client)
  let current = stolen
  for (let half = 0; half < 52; half += 1) {
    auth.advance(hourMs / 2)
    current = await refresh(current, settings)
  }
  await runUpkeep(settings)
  expect(await count('auth.sessions')).toBe(1)
  expect(await count('auth.refresh_tokens')).toBe(53)
  expect(await refresh(await refreshTokenOf(idle.client), settings)).toBe('refresh_token_not_found')
  expect(await refresh(stolen, settings)).toBe('refresh_token_already_used')
})

test('codes and links that nobody used are forgotten a day after their end, and younger ones work', async () => {
  const [old, young] = [await signedUp(auth.app), await signedUp(auth.app)]
  auth.advance(dayMs + hourMs + 1000)
  await clientOf(auth.app).resetPasswordForEmail(young.email)
  await runUpkeep()
  expect(await count('auth.one_time_tokens')).toBe(1)
  expect(await count('gateway.one_time_codes')).toBe(1)
  expect(await count('auth.users', `confirmation_token <> ''`)).toBe(0)
  expect(await count('auth.users', `recovery_token <> ''`)).toBe(1)
  const { code: token } = emailTo(auth, young.email, 'recovery')
  expect((await clientOf(auth.app).verifyOtp({ email: young.email, token, type: 'recovery' })).error).toBeNull()
  const late = { email: old.email, token: emailTo(auth, old.email).code, type: 'signup' as const }
  expect((await clientOf(auth.app).verifyOtp(late)).error?.code).toBe('otp_expired')
})

test('what is in use at the moment is left for the next time, and nobody waits', async () => {
  await signedUp(auth.app)
  await signedUp(auth.app)
  auth.advance(3 * dayMs)
  await auth.database.transaction(async (client) => {
    await client.query('select from auth.users order by id limit 1 for update')
    await runUpkeep()
    expect(await count('auth.one_time_tokens')).toBe(1)
  })
  auth.advance(hourMs)
  await runUpkeep()
  expect(await count('auth.one_time_tokens')).toBe(0)
})

test('an unfinished sign-in is deleted after a day, and a recent one is kept', async () => {
  const email = freshEmail()
  const client = clientOf(auth.app, 'pkce')
  await client.signUp({ email, password })
  auth.advance(hourMs - 1000)
  await runUpkeep()
  const { query } = await follow(auth.app, emailTo(auth, email).link)
  expect((await client.exchangeCodeForSession(query.code ?? '')).error).toBeNull()
  await clientOf(auth.app, 'pkce').resetPasswordForEmail(email)
  expect(await count('auth.flow_state')).toBe(1)
  auth.advance(dayMs + hourMs + 1000)
  await runUpkeep()
  expect(await count('auth.flow_state')).toBe(0)
})

test('challenges and factors that nobody verified are forgotten after a day, verified factors never', async () => {
  const { client } = await signedUp(auth.app)
  const kept = await enroll(client, 'kept')
  await prove(auth, client, kept)
  await enroll(client, 'left lying')
  expect([await count('auth.mfa_factors'), await count('auth.mfa_challenges')]).toEqual([2, 1])
  auth.advance(dayMs + 1000)
  await runUpkeep()
  expect([await count('auth.mfa_factors'), await count('auth.mfa_challenges')]).toEqual([1, 0])
})

async function manyEntries(rows: number): Promise<void> {
  await auth.database.query({
    text: `insert into auth.audit_log_entries (id, payload, created_at)
      select gen_random_uuid(), '{}', $1::timestamptz - interval '2 years' from generate_series(1, $2)`,
    values: [auth.now(), rows],
  })
}

test('however much there is, it goes in parts', async () => {
  await manyEntries(2_300)
  await runUpkeep()
  expect(await count('auth.audit_log_entries')).toBe(0)
})

test('of gateways that are due at once one does it, and none within the same hour', async () => {
  await Promise.all(Array.from({ length: 8 }, () => runUpkeep()))
  await manyEntries(3)
  await Promise.all(Array.from({ length: 8 }, () => runUpkeep()))
  auth.advance(hourMs - 1000)
  await runUpkeep()
  expect(await count('auth.audit_log_entries')).toBe(3)
  auth.advance(1000)
  await runUpkeep()
  expect(await count('auth.audit_log_entries')).toBe(0)
})

test('a clock that was put back does not put it off', async () => {
  await auth.database.query({
    text: `update gateway.upkeep set begun_at = $1::timestamptz + interval '10 years'`,
    values: [auth.now()],
  })
  await manyEntries(1)
  await runUpkeep()
  expect(await count('auth.audit_log_entries')).toBe(0)
})
