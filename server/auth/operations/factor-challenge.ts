import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import type { Caller } from './caller.ts'
import {
  type ChallengeRow,
  countWrongTry,
  deleteChallenge,
  findChallenge,
  insertChallenge,
  isSameAddress,
  markAnswered,
} from '../stores/challenges.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { lockFactor, markVerified, type SecretFactor, takeStep } from '../stores/factors.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { type OpenSession, type SessionJson, sessionJson } from './open-session.ts'
import { raiseSession } from '../stores/session-tokens.ts'
import { stepOfCode } from './totp.ts'
import { findUserById } from '../stores/users.ts'
import type { Visit } from '../routes/client-info.ts'

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
const mostWrongTries = 5

/** Asks for a code of a factor. */
export function challengeFactor(
  { database, now }: AuthService,
  { user }: Caller,
  factorId: string,
  { address }: Visit,
): Promise<Answer<Challenge>> {
  return database.transaction(async (client): Promise<Answer<Challenge>> => {
    const factor = await lockFactor(client, user.id, factorId)
    if (!factor) return { fault: faults.noSuchFactor }
    if (factor.factor_type !== 'totp') return { fault: refusalOf[factor.factor_type] }
    const time = now()
    const before = new Date(time.getTime() - challengeMs)
    const id = await insertChallenge(client, factorId, { address, now: time, before })
    const traits = { factor_id: factorId, factor_status: factor.status }
    await recordEvent(client, { action: 'challenge_created', actor: user, traits }, time)
    return { ok: { id, type: 'totp', expires_at: Math.floor((time.getTime() + challengeMs) / 1000) } }
  })
}

/**
 * Takes the code that a challenge asked for and raises the caller's session to the second level. The factor counts as
 * verified from then on, and sessions of the first level end: they may be somebody's who knows the password only.
 */
export async function verifyFactor(
  service: AuthService,
  caller: Caller,
  factorId: string,
  answer: v.InferOutput<typeof verifyFactorSchema>,
  visit: Visit,
): Promise<Answer<SessionJson>> {
  const attempt = await service.limits.factorTry(caller.user.id)
  if ('fault' in attempt) return attempt
  const verified = await verifyOnce(service, caller, factorId, answer, visit)
  const isWrong = 'fault' in verified && verified.fault === faults.wrongFactorCode
  if (!isWrong) await attempt.ok.giveBack()
  return 'ok' in verified ? { ok: await sessionJson(service, verified.ok) } : verified
}

function verifyOnce(
  service: AuthService,
  { user, session }: Caller,
  factorId: string,
  { challenge_id: challengeId, code }: v.InferOutput<typeof verifyFactorSchema>,
  visit: Visit,
): Promise<Answer<OpenSession>> {
  return service.database.transaction(async (client): Promise<Answer<OpenSession>> => {
    const now = service.now()
    const factor = await lockFactor(client, user.id, factorId)
    if (!factor) return { fault: faults.noSuchFactor }
    if (code === '') return { fault: faults.factorCodeMissing }
    if (factor.factor_type !== 'totp') return { fault: refusalOf[factor.factor_type] }
    const challenge = challengeId ? await findChallenge(client, factorId, challengeId) : undefined
    if (!challenge) return { fault: faults.challengeNotFound }
    // One that was answered already has the same words, as in Supabase Auth.
    if (challenge.verified_at || !isSameAddress(challenge, visit.address)) return { fault: faults.challengeElsewhere }
    if (challenge.created_at.getTime() + challengeMs < now.getTime()) {
      await deleteChallenge(client, challenge.id)
      return { fault: faults.challengeExpired(challenge.id) }
    }
    if (!(await takeCode(client, factor, challenge, code.trim(), now))) return { fault: faults.wrongFactorCode }

    await markAnswered(client, challenge.id, now)
    await markVerified(client, user.id, factorId, now)
    const raised = await raiseSession(client, session, factorId, now)
    const owner = await findUserById(client, user.id)
    if (!raised || !owner) return { fault: faults.sessionNotFound }
    const traits = { factor_id: factorId, challenge_id: challenge.id, factor_type: 'totp' }
    await recordEvent(client, { action: 'verification_attempted', actor: user, traits }, now)
    return { ok: { ...raised, user: owner } }
  })
}

const refusalOf = { phone: faults.phoneCodesDisabled, webauthn: faults.webauthnCodesDisabled }

/** Whether the code is right and was not used before. Five wrong ones end the challenge. */
async function takeCode(
  client: PoolClient,
  factor: SecretFactor,
  challenge: ChallengeRow,
  code: string,
  now: Date,
): Promise<boolean> {
  const step = stepOfCode(factor.secret ?? '', code, now)
  if (step !== undefined && (await takeStep(client, factor.id, step))) return true
  if ((await countWrongTry(client, challenge.id)) >= mostWrongTries) await deleteChallenge(client, challenge.id)
  return false
}
