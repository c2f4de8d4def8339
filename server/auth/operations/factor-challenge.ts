import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { whenOk } from '../../../domain/result.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { recordEvent } from '../stores/audit.ts'
import {
  type ChallengeRow,
  countFailedAttempt,
  deleteChallenge,
  findChallenge,
  insertChallenge,
  isSameAddress,
  markAnswered,
} from '../stores/challenges.ts'
import { lockFactor, markVerified, type SecretFactor, takeStep } from '../stores/factors.ts'
import { upgradeToAal2 } from '../stores/session-tokens.ts'
import type { ClientInfo, OpenSession } from '../stores/sessions.ts'
import { findUserById } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { type Caller, lockCaller } from './caller.ts'
import { withEmails } from './emails.ts'
import { secondFactorAttempt } from './factor-attempt.ts'
import { firstFactorFault, unfinishedMs } from './factors.ts'
import { type SessionJson, sessionJson } from './open-session.ts'
import { stepOfCode } from './totp.ts'

export const verifyFactorSchema = bodySchema({
  challenge_id: v.nullish(v.pipe(v.string('must be a string'), v.uuid('must be a UUID'))),
  code: optionalText,
})

export interface Challenge {
  id: string
  type: string
  /** Seconds since 1970. */
  expires_at: number
}

const challengeMs = 300_000
const maxFailedAttempts = 5

/** Creates a challenge, to be answered with a code. */
export function challengeFactor(
  { database, now }: AuthService,
  caller: Caller,
  factorId: string,
  { address }: ClientInfo,
): Promise<AuthResult<Challenge>> {
  return database.transaction(async (client): Promise<AuthResult<Challenge>> => {
    const time = now()
    const locked = await lockCaller(client, caller, time)
    if ('fault' in locked) return locked
    const { user } = locked.ok
    const factor = await lockFactor(client, user.id, factorId)
    if (!factor) return { fault: faults.noSuchFactor }
    if (factor.factor_type !== 'totp') return { fault: refusalOf[factor.factor_type] }
    const before = new Date(time.getTime() - challengeMs)
    const id = await insertChallenge(client, factorId, { address, now: time, before })
    const traits = { factor_id: factorId, factor_status: factor.status }
    await recordEvent(client, { action: 'challenge_created', actor: user, traits }, time)
    return { ok: { id, type: 'totp', expires_at: Math.floor((time.getTime() + challengeMs) / 1000) } }
  })
}

/**
 * Checks the code for a challenge and upgrades the caller's session to aal2. The factor is verified from then on, and
 * sessions at aal1 end: they may belong to somebody who knows only the password.
 */
export async function verifyFactor(
  service: AuthService,
  caller: Caller,
  factorId: string,
  answer: v.InferOutput<typeof verifyFactorSchema>,
  clientInfo: ClientInfo,
): Promise<AuthResult<SessionJson>> {
  const attempt = await secondFactorAttempt(service, caller, clientInfo.address)
  if ('fault' in attempt) return attempt
  const verified = await verifyOnce(service, caller, factorId, answer, clientInfo)
  await attempt.ok.settle(verified, faults.wrongFactorCode)
  return whenOk(verified, async (opened) => ({ ok: await sessionJson(service, opened) }))
}

function verifyOnce(
  service: AuthService,
  caller: Caller,
  factorId: string,
  { challenge_id: challengeId, code }: v.InferOutput<typeof verifyFactorSchema>,
  clientInfo: ClientInfo,
): Promise<AuthResult<OpenSession>> {
  return withEmails(service, async (client, outbox): Promise<AuthResult<OpenSession>> => {
    const now = service.now()
    const locked = await lockCaller(client, caller, now)
    if ('fault' in locked) return locked
    const { user, session } = locked.ok
    const factor = await lockFactor(client, user.id, factorId)
    if (!factor) return { fault: faults.noSuchFactor }
    if (code === '') return { fault: faults.factorCodeMissing }
    if (factor.factor_type !== 'totp') return { fault: refusalOf[factor.factor_type] }
    // It may have been enrolled long ago. Whoever has just been allowed to has time to set the app up.
    const unproven = firstFactorFault(user, session, now, unfinishedMs)
    if (unproven) return { fault: unproven }
    const challenge = challengeId ? await findChallenge(client, factorId, challengeId) : undefined
    if (!challenge) return { fault: faults.challengeNotFound }
    // A challenge that was answered already has the same message (supabase/auth internal/api/mfa.go).
    if (challenge.verified_at || !isSameAddress(challenge, clientInfo.address)) return { fault: faults.challengeElsewhere }
    if (challenge.created_at.getTime() + challengeMs < now.getTime()) {
      await deleteChallenge(client, challenge.id)
      return { fault: faults.challengeExpired(challenge.id) }
    }
    if (!(await takeCode(client, factor, challenge, code.trim(), now))) return { fault: faults.wrongFactorCode }

    await markAnswered(client, challenge.id, now)
    await markVerified(client, user.id, factorId, now)
    const upgraded = await upgradeToAal2(client, session, { factorId, method: 'totp' }, now)
    const owner = await findUserById(client, user.id)
    if (!upgraded || !owner) return { fault: faults.sessionNotFound }
    if (factor.status === 'unverified') outbox.push({ kind: 'factor-added', to: user.email })
    const traits = { factor_id: factorId, challenge_id: challenge.id, factor_type: 'totp' }
    await recordEvent(client, { action: 'verification_attempted', actor: user, traits }, now)
    return { ok: { ...upgraded, user: owner } }
  })
}

const refusalOf = {
  phone: faults.phoneCodesDisabled,
  webauthn: faults.webauthnCodesDisabled,
  // They are shown at an address of their own, without a challenge.
  recovery_code: faults.factorType,
}

/** Whether the code is right and unused. The fifth wrong one ends the challenge. */
async function takeCode(
  client: PoolClient,
  factor: SecretFactor,
  challenge: ChallengeRow,
  code: string,
  now: Date,
): Promise<boolean> {
  const step = stepOfCode(factor.secret ?? '', code, now)
  if (step !== undefined && (await takeStep(client, factor.id, step))) return true
  if ((await countFailedAttempt(client, challenge.id)) >= maxFailedAttempts) await deleteChallenge(client, challenge.id)
  return false
}
