import type { PoolClient } from 'pg'
import { type AuthResult, faults } from '../contract/faults.ts'
import { unlessTaken } from '../contract/unless-taken.ts'
import { confirmAddress, revokeAllAccess, setPasswordHash } from '../stores/account-changes.ts'
import { recordEvent } from '../stores/audit.ts'
import { type FlowMethod, issueAuthCode } from '../stores/flows.ts'
import { type OneTimeTokenType, type PendingToken, removeTokens } from '../stores/one-time-tokens.ts'
import type { ClientInfo, OpenSession } from '../stores/sessions.ts'
import { findUserById, type UserRow } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { isBanned } from './caller.ts'
import { confirmEmailChange } from './email-change.ts'
import { allTokenTypes, matchToken, type OneTimeCredential } from './one-time-tokens.ts'
import { openSession, sessionJson, type SessionJson } from './open-session.ts'

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
  presented: OneTimeCredential
  /** A session, or a code that the browser which requested the e-mail exchanges for one. */
  wanted: 'session' | 'auth-code'
}

/** The outcome of a proof; `halfway`: the other address has to confirm the change too. */
export type Verified = { session: SessionJson } | { authCode: string } | 'halfway'

/** Verifies a link or code from an e-mail, which proves that the address is the user's. It works once. */
export async function verify(service: AuthService, proof: Proof, clientInfo: ClientInfo): Promise<AuthResult<Verified>> {
  const work = service.database.transaction((client) => verifyIn(service, client, proof, clientInfo))
  const done = await (proof.type === 'email_change' ? unlessTaken(work, faults.emailExists) : work)
  if ('fault' in done) return done
  if (done.ok === 'halfway' || 'authCode' in done.ok) return { ok: done.ok }
  return { ok: { session: await sessionJson(service, done.ok) } }
}

async function verifyIn(
  service: AuthService,
  client: PoolClient,
  { type, presented, wanted }: Proof,
  clientInfo: ClientInfo,
): Promise<AuthResult<OpenSession | Exclude<Verified, { session: SessionJson }>>> {
  const now = service.now()
  const sentAfter = new Date(now.getTime() - service.settings.otpSeconds * 1000)
  const subject = { account: 'email' in presented ? presented.email : undefined, address: clientInfo.address }
  const place = await service.limits.placeOf(client, subject)
  const token = await matchToken(client, presented, tokenTypes[type], sentAfter, place)
  const user = token && (await findUserById(client, token.userId))
  if (!token || !user) return { fault: 'hash' in presented ? faults.linkInvalid : faults.codeInvalid }
  if (isBanned(user, now)) return { fault: faults.userBanned }

  if (type === 'email_change') {
    const agreed = await confirmEmailChange(client, user, token, now)
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
  const opened = await openSession(client, proven, { method: 'otp', clientInfo }, now)
  return opened ? { ok: opened } : { fault: faults.codeInvalid }
}

/**
 * The first proof of an address revokes all earlier access, which may have been a stranger's. So may the password,
 * unless the proof came by the e-mail of the sign-up that chose it.
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
  await revokeAllAccess(client, user.id, authCode)
  if (token.type === 'recovery_token') await setPasswordHash(client, user.id, '', now)
  await recordEvent(client, { action: 'user_signedup', actor: user, traits }, now)
}

function methodOf(type: VerificationType, token: PendingToken): FlowMethod {
  if (type === 'email') return token.type === 'recovery_token' ? 'magiclink' : 'email/signup'
  return type === 'signup' ? 'email/signup' : type
}
