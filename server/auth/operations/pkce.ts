import { createHash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { whenOk } from '../../../domain/result.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { recordEvent } from '../stores/audit.ts'
import { type Challenge, deleteFlow, lockFlow } from '../stores/flows.ts'
import type { ClientInfo, OpenSession } from '../stores/sessions.ts'
import { findUserById } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { isBanned } from './caller.ts'
import { openSession, sessionJson, type SessionJson } from './open-session.ts'

/** The fields with which a browser binds the link in an e-mail to itself. */
export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText }

export const exchangeSchema = bodySchema({ auth_code: optionalText, code_verifier: optionalText })

/** RFC 7636 §4.2. */
const challengeLength = { min: 43, max: 128 }
const challengeCharacters = /^[a-zA-Z._~0-9-]+$/

const authCodeLifetimeMs = 5 * 60_000

/** The challenge of a request; undefined without one. */
export function challengeOf(request: {
  code_challenge: string
  code_challenge_method: string
}): AuthResult<Challenge | undefined> {
  const { code_challenge: challenge, code_challenge_method: name } = request
  if (challenge === '' && name === '') return { ok: undefined }
  if (challenge === '' || name === '') return { fault: faults.challengeIncomplete }
  const { min, max } = challengeLength
  if (challenge.length < min || challenge.length > max) return { fault: faults.challengeLength(min, max) }
  if (!challengeCharacters.test(challenge)) return { fault: faults.challengeCharacters }
  const method = name.toLowerCase()
  if (method !== 's256' && method !== 'plain') return { fault: faults.challengeMethod }
  return { ok: { method, challenge } }
}

/** The PKCE grant: the browser that started the sign-in exchanges the link's code for a session, once. */
export async function exchangeCode(
  service: AuthService,
  { auth_code: authCode, code_verifier: verifier }: v.InferOutput<typeof exchangeSchema>,
  clientInfo: ClientInfo,
): Promise<AuthResult<SessionJson>> {
  if (authCode === '' || verifier === '') return { fault: faults.exchangeIncomplete }
  if (!isUuid(authCode)) return { fault: faults.flowNotFound }
  const exchanged = await service.database.transaction(async (client): Promise<AuthResult<OpenSession>> => {
    const now = service.now()
    const flow = await lockFlow(client, authCode)
    const user = flow && (await findUserById(client, flow.userId))
    if (!flow || !user) return { fault: faults.flowNotFound }
    if (now.getTime() > flow.authCodeIssuedAt.getTime() + authCodeLifetimeMs) return { fault: faults.flowExpired }
    if (!answers(flow, verifier)) return { fault: faults.badVerifier }
    if (isBanned(user, now)) return { fault: faults.userBanned }
    await deleteFlow(client, authCode)
    await recordEvent(client, { action: 'login', actor: user, traits: { provider_type: flow.signInMethod } }, now)
    const opened = await openSession(client, user, { method: flow.signInMethod, clientInfo }, now)
    return opened ? { ok: opened } : { fault: faults.flowNotFound }
  })
  return whenOk(exchanged, async (opened) => ({ ok: await sessionJson(service, opened) }))
}

function answers({ method, challenge }: Challenge, verifier: string): boolean {
  const expected = Buffer.from(challenge)
  const actual = Buffer.from(method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
