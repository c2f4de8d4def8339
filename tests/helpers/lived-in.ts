import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { Client } from 'pg'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { TestGateway } from './gateway.ts'
import { onboard } from './onboard.ts'
import { openStaffTerminal } from './staff-terminal.ts'

// An installation as it is after a while, and what has to be true of it in another place.

/** Somebody with an authenticator app and recovery codes. */
export interface Resident {
  email: string
  password: string
  /** Of a session that is still open. */
  refreshToken: string
  secret: string
  /** A code of the app that was used. */
  usedCode: string
  recoveryCode: string
}

export interface LivedIn {
  resident: Resident
  /** Enrollments by the state of their delivery. */
  delivered: string
  queued: string[]
  sending: string
  review: string
}

const stepMs = 30_000

export const clientOf = (gatewayUrl: string): GoTrueClient =>
  new AuthClient({ url: `${gatewayUrl}/auth/v1`, persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } })

const codeOf = (secret: string, timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** Lives in a gateway on the database: accounts, a second factor, deliveries in each state, an entry in the staff's log. */
export async function liveIn({ url }: Pick<TestGateway, 'url'>, databaseUrl: string, staff = openStaffTerminal(databaseUrl)): Promise<LivedIn> {
  const delivered = await onboard(url)
  expect(await delivered.submit()).toEqual([200, 'delivered'])
  const resident = await settle(url)
  expect(await staff.run('hold --all')).toMatchObject({ exitCode: 0 })
  const [first, second, sending, review] = [await onboard(url), await onboard(url), await onboard(url), await onboard(url)]
  await ask(
    databaseUrl,
    `update public.deliveries set state = 'sending', attempts = 1, lease_id = gen_random_uuid(), lease_repeats = 'never',
       leased_until = clock_timestamp() + interval '50 min', leased_version = 1 where enrollment_id = '${sending.id}'`,
  )
  await ask(databaseUrl, `update public.deliveries set state = 'needs_review', reason = 'no-answer', attempts = 3 where enrollment_id = '${review.id}'`)
  return { resident, delivered: delivered.id, queued: [first.id, second.id], sending: sending.id, review: review.id }
}

async function settle(url: string): Promise<Resident> {
  const client = clientOf(url)
  const [email, password] = [`${crypto.randomUUID()}@example.org`, 'an old password']
  const signedUp = await client.signUp({ email, password })
  if (!signedUp.data.session) throw new Error('signing up gave no session', { cause: signedUp.error })
  const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone app' })
  if (enrolled.error) throw enrolled.error
  const { secret } = enrolled.data.totp
  const usedCode = codeOf(secret, Date.now())
  const proved = await client.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: usedCode })
  if (proved.error) throw proved.error
  const { data, error } = await client.mfa.recoveryCodes.generate()
  if (error) throw error
  return { email, password, secret, usedCode, recoveryCode: data.codes[0] ?? '', refreshToken: proved.data.refresh_token }
}

/** Signs in as before: the session goes on, the password is the same, and so are both second factors. */
export async function expectResident(url: string, resident: Resident): Promise<void> {
  const old = clientOf(url)
  const refreshed = await old.refreshSession({ refresh_token: resident.refreshToken })
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.user?.email).toBe(resident.email)

  const client = clientOf(url)
  const { email, password } = resident
  expect((await client.signInWithPassword({ email, password: 'another password' })).error?.code).toBe('invalid_credentials')
  expect((await client.signInWithPassword({ email, password })).error).toBeNull()
  const { data } = await client.mfa.listFactors()
  const factorId = data?.totp[0]?.id ?? ''
  expect((await client.mfa.challengeAndVerify({ factorId, code: resident.usedCode })).error).not.toBeNull()
  // The next step's code is good already, and later than the used one however fast this comes.
  expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(resident.secret, Date.now() + stepMs) })).error).toBeNull()

  const another = clientOf(url)
  expect((await another.signInWithPassword({ email, password })).error).toBeNull()
  expect((await another.mfa.recoveryCodes.verify({ code: resident.recoveryCode })).error).toBeNull()
}

/** One statement on a connection of its own. */
export async function ask<Row extends object = Record<string, unknown>>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The outbox as text, to be compared. */
export const outboxOf = (url: string) =>
  ask(
    url,
    `select to_jsonb(deliveries) as delivery, (
       select jsonb_agg(to_jsonb(attempts) order by id) from public.delivery_attempts attempts where attempts.enrollment_id = deliveries.enrollment_id
     ) as attempts from public.deliveries order by enrollment_id`,
  )

export const statesOf = async (url: string): Promise<Record<string, string>> => {
  const rows = await ask<{ id: string; state: string }>(url, 'select enrollment_id as id, state from public.deliveries')
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
}

const receivedSchema = v.object({ received: v.array(v.object({ enrollmentId: v.string() })) })

/** The enrollments that have arrived at the stand-in of a gateway, oldest first. */
export async function arrivedAt({ partnersUrl }: Pick<TestGateway, 'partnersUrl'>): Promise<string[]> {
  const answer = v.parse(receivedSchema, await (await fetch(`${partnersUrl}/disputefox/received`)).json())
  return answer.received.map(({ enrollmentId }) => enrollmentId).toReversed()
}
