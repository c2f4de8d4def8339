import type { PoolClient } from 'pg'
import { confirmAddress, setPasswordHash } from '../stores/account-changes.ts'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import { isBanned } from './caller.ts'
import { agreeToEmailChange } from './email-change.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { type FlowMethod, issueAuthCode } from '../stores/flows.ts'
import { allTokenTypes, matchToken, type Presented } from './one-time-tokens.ts'
import { type OneTimeTokenType, type PendingToken, removeTokens } from '../stores/one-time-tokens.ts'
import { type OpenSession, openSession, sessionJson, type SessionJson } from './open-session.ts'
import { shutOut } from '../stores/shut-out.ts'
import { unlessTaken } from '../contract/unless-taken.ts'
import { findUserById, type UserRow } from '../stores/users.ts'
import type { Visit } from '../routes/client-info.ts'

const tokenTypes = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
} as const satisfies Record<string, OneTimeTokenType[]>

export type VerificationType = keyof typeof tokenTypes

export const isVerificationType = (type: string): type is VerificationType => Object.hasOwn(tokenTypes, type)

export interface Proof {
  type: VerificationType
  presented: Presented
  /** A session at once, or a code that the browser which asked for the letter exchanges for one. */
  wanted: 'session' | 'auth-code'
}

/** What a proof comes to; `halfway`: the other address has to agree to the change, too. */
export type Verified = { session: SessionJson } | { authCode: string } | 'halfway'

/** Somebody proves by a link or a code from a letter that an address is theirs, once. */
export async function verify(service: AuthService, proof: Proof, visit: Visit): Promise<Answer<Verified>> {
  const work = service.database.transaction((client) => verifyIn(service, client, proof, visit))
  const done = await (proof.type === 'email_change' ? unlessTaken(work, faults.emailExists) : work)
  if ('fault' in done) return done
  if (done.ok === 'halfway' || 'authCode' in done.ok) return { ok: done.ok }
  return { ok: { session: await sessionJson(service, done.ok) } }
}

async function verifyIn(
  service: AuthService,
  client: PoolClient,
  { type, presented, wanted }: Proof,
  visit: Visit,
): Promise<Answer<OpenSession | Exclude<Verified, { session: SessionJson }>>> {
  const now = service.now()
  const sentAfter = new Date(now.getTime() - service.settings.letterSeconds * 1000)
  const token = await matchToken(client, presented, tokenTypes[type], sentAfter)
  const user = token && (await findUserById(client, token.userId))
  if (!token || !user) return { fault: 'hash' in presented ? faults.linkInvalid : faults.codeInvalid }
  if (isBanned(user, now)) return { fault: faults.userBanned }

  if (type === 'email_change') {
    const agreed = await agreeToEmailChange(client, user, token, now)
    if ('fault' in agreed) return agreed
    if (agreed.ok === 'halfway') return { ok: 'halfway' }
  }
  const authCode = wanted === 'auth-code' ? await issueAuthCode(client, user.id, methodOf(type, token), now) : undefined
  if (wanted === 'auth-code' && !authCode) return { fault: faults.noFlowOfLink }
  await removeTokens(client, user.id, allTokenTypes)
  await proveAddress(client, user, { token, authCode }, now)
  if (authCode) return { ok: { authCode } }
  const proven = await findUserById(client, user.id)
  if (!proven) return { fault: faults.codeInvalid }
  return { ok: await openSession(client, proven, { method: 'otp', visit }, now) }
}

/**
 * The first proof that an address belongs to somebody. Whoever was here before may have been somebody else, and
 * so may whoever chose the password, unless the letter that the proof came by answered that very sign-up.
 */
async function proveAddress(
  client: PoolClient,
  user: UserRow,
  { token, authCode }: { token: PendingToken; authCode: string | undefined },
  now: Date,
): Promise<void> {
  const traits = { provider: 'email' }
  if (user.email_confirmed_at) {
    if (token.type !== 'recovery_token') return
    await recordEvent(client, { action: 'login', actor: user, traits }, now)
    return
  }
  await confirmAddress(client, user.id, now)
  await shutOut(client, user.id, authCode)
  if (token.type === 'recovery_token') await setPasswordHash(client, user.id, '', now)
  await recordEvent(client, { action: 'user_signedup', actor: user, traits }, now)
}

function methodOf(type: VerificationType, token: PendingToken): FlowMethod {
  if (type === 'email') return token.type === 'recovery_token' ? 'magiclink' : 'email/signup'
  return type === 'signup' ? 'email/signup' : type
}
