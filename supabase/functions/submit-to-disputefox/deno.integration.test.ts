import { createServer, type Server } from 'node:http'
import { AuthClient } from '@supabase/auth-js'
import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callerFaults } from '../../../domain/caller-faults.ts'
import { standInVariables } from '../../../partners/disputefox/web-form.ts'
import { checkDenoTypes, type DenoFunction, startDenoFunction } from '../../../tests/helpers/deno-function.ts'
import { startGateway, type TestGateway } from '../../../tests/helpers/gateway.ts'
import { listenAnywhere } from '../../../tests/helpers/ports.ts'
import { sampleEnrollment, sampleSubmission } from '../../../tests/helpers/sample-enrollment.ts'

// The Edge Function in the real Deno, on the gateway in the place of a Supabase project, with the official clients.

let gateway: TestGateway
let deno: DenoFunction
let database: Client
let team: Server
let told = ''

beforeAll(async () => {
  // Turns the gateway's own worker off.
  gateway = await startGateway({ mode: 'off' })
  database = new Client({ connectionString: gateway.databaseUrl })
  await database.connect()
  team = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text) => (told += text))
    request.on('end', () => response.end())
  })
  const teamHost = `127.0.0.1:${await listenAnywhere(team)}`
  const variables = { ...standInVariables(gateway.partnersUrl), TEAM_WEBHOOK_URL: `http://${teamHost}/` }
  deno = await startDenoFunction(gateway, variables, [new URL(gateway.partnersUrl).host, teamHost])
})

afterAll(async () => {
  await deno?.stop()
  team?.close()
  await database?.end()
  await gateway?.stop()
})

beforeEach(async () => {
  await fetch(`${gateway.partnersUrl}/disputefox/received`, { method: 'DELETE' })
  await behave('accept')
  await database.query('truncate enrollments cascade')
  // These tests share the rate limit and the circuit breaker.
  await database.query('update delivery_pace set next_at = clock_timestamp(), failures = 0, paused_until = null')
})

const behave = (behaviour: string) =>
  fetch(`${gateway.partnersUrl}/disputefox/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ behaviour }),
  })

const received = async (): Promise<unknown> => (await fetch(`${gateway.partnersUrl}/disputefox/received`)).json()

/** A new account; addresses differ from call to call. */
async function signUp(): Promise<{ token: string; userId: string }> {
  const auth = new AuthClient({ url: `${gateway.url}/auth/v1`, persistSession: false, autoRefreshToken: false })
  const email = `${crypto.randomUUID()}@example.org`
  const { data, error } = await auth.signUp({ email, password: 'correct horse' })
  if (!data.session || !data.user) throw new Error('signing up gave no session', { cause: error })
  return { token: data.session.access_token, userId: data.user.id }
}

async function enroll(token: string, userId: string): Promise<string> {
  const rest = new PostgrestClient(`${gateway.url}/rest/v1`, { headers: { authorization: `Bearer ${token}` } })
  const { id: _, ...columns } = sampleEnrollment
  const row = { ...columns, user_id: userId, onboarding_completed: true, payment_status: 'completed', plan_price: 0 }
  const { data } = await rest.from('enrollments').insert(row).select('id').single().throwOnError()
  return String(data.id)
}

async function submit(token: string, enrollmentId: string): Promise<[number, unknown]> {
  const functions = new FunctionsClient(deno.url, { headers: { authorization: `Bearer ${token}` } })
  const body = { ...sampleSubmission, enrollmentId }
  const { data, error } = await functions.invoke('submit-to-disputefox', { body })
  if (!error) return [200, data]
  if (!(error instanceof FunctionsHttpError)) throw error
  const response: Response = error.context
  return [response.status, await response.json()]
}

test('Deno finds no fault in the types of its entry', async () => {
  expect(await checkDenoTypes('submit-to-disputefox')).toBe(0)
})

test('in Deno it delivers the stored enrollment of the signed-in user', async () => {
  const { token, userId } = await signUp()
  const id = await enroll(token, userId)
  expect(await submit(token, id)).toEqual([200, { status: 'delivered' }])
  expect(await received()).toMatchObject({
    count: 1,
    received: [{ enrollmentId: id, answeredWith: 'accept', fields: { firstName: 'M•••', city: '••••' } }],
  })
})

test("in Deno another user's enrollment is not found", async () => {
  const owner = await signUp()
  const other = await signUp()
  const id = await enroll(owner.token, owner.userId)
  expect((await submit(other.token, id))[0]).toBe(404)
  expect(await received()).toMatchObject({ count: 0 })
})

test('in Deno a forged token, an unknown key and no token are refused', async () => {
  const { token, userId } = await signUp()
  const id = await enroll(token, userId)
  const [header, payload] = token.split('.')
  for (const refused of [`${header}.${payload}.${'A'.repeat(86)}`, 'x', '']) {
    expect((await submit(refused, id))[0]).toBe(401)
  }
  expect(await received()).toMatchObject({ count: 0 })
})

test('in Deno whoever may not act is refused with the reason, though the token is valid', async () => {
  const { token, userId } = await signUp()
  const id = await enroll(token, userId)
  const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`
  const ban = `update auth.users set banned_until = now() + interval '1 hour' where id = $1`
  for (const [statement, code] of [[factor, 'insufficient_aal'], [ban, 'user_banned']] as const) {
    await database.query(statement, [userId])
    const { message } = callerFaults[code]
    expect(await submit(token, id)).toEqual([403, { status: 'forbidden', code, message }])
  }
  await database.query('delete from auth.sessions where user_id = $1', [userId])
  await database.query('update auth.users set banned_until = null where id = $1', [userId])
  expect(await submit(token, id)).toMatchObject([401, { code: 'session_not_found' }])
  expect(await received()).toMatchObject({ count: 0 })
})

test.each([
  ['error-message', 502, 'rejected'],
  ['http-503', 503, 'queued'],
  ['empty', 504, 'needs_review'],
  ['redirect', 504, 'needs_review'],
  ['reset-after-body', 504, 'needs_review'],
  ['truncated', 504, 'needs_review'],
])('in Deno, when DisputeFox does %s it answers %i %s, and has sent the client once', async (behaviour, httpStatus, status) => {
  const { token, userId } = await signUp()
  const id = await enroll(token, userId)
  await behave(behaviour)
  expect(await submit(token, id)).toEqual([httpStatus, { status }])
  expect(await received()).toMatchObject({ count: 1 })
})

test('in Deno it answers preflights, and only POST otherwise', async () => {
  expect((await fetch(deno.url, { method: 'OPTIONS' })).status).toBe(204)
  expect((await fetch(deno.url)).status).toBe(405)
})

test('in Deno a second call does not send again what is delivered', async () => {
  const { token, userId } = await signUp()
  const id = await enroll(token, userId)
  expect(await Promise.all([submit(token, id), submit(token, id)])).toEqual([
    [200, { status: 'delivered' }],
    [200, { status: 'delivered' }],
  ])
  expect(await submit(token, id)).toEqual([200, { status: 'delivered' }])
  expect(await received()).toMatchObject({ count: 1 })
})

const wake = (headers: Record<string, string>) => fetch(deno.url, { method: 'POST', headers, body: '{}' })

test('in Deno the service key sends whatever waits, and submits nothing', async () => {
  const { token, userId } = await signUp()
  const id = await enroll(token, userId)
  // Skips the head start that workers give to the browser.
  await database.query('update deliveries set due_at = clock_timestamp() where enrollment_id = $1', [id])
  expect((await wake({ apikey: 'sb_secret_other' })).status).toBe(401)
  const response = await wake({ apikey: gateway.serviceKey })
  expect([response.status, await response.json()]).toMatchObject([200, { status: 'drained' }])
  expect((await database.query('select state from deliveries where enrollment_id = $1', [id])).rows).toEqual([
    { state: 'delivered' },
  ])
  expect((await submit(gateway.serviceKey, id))[0]).toBe(400)
  expect(await received()).toMatchObject({ count: 1 })
})

test('in Deno the team gets the digest, once for the same, and of something new after an hour', async () => {
  const { token, userId } = await signUp()
  const id = await enroll(token, userId)
  await behave('empty')
  await submit(token, id)
  await database.query('update upkeep set digest_at = null')
  for (let woken = 0; woken < 2; woken += 1) expect((await wake({ apikey: gateway.serviceKey })).status).toBe(200)
  expect(told.split('A delivery needs a person')).toHaveLength(2)
  expect(told).toContain(`${id}  needs_review (empty-body)`)
  const next = await enroll(token, userId)
  await submit(token, next)
  await database.query(`update upkeep set digest_at = digest_at - interval '61 minutes'`)
  for (let woken = 0; woken < 2; woken += 1) expect((await wake({ apikey: gateway.serviceKey })).status).toBe(200)
  expect(told.split('2 deliveries need a person')).toHaveLength(2)
})
