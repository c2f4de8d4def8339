import type { PoolClient } from 'pg'
import { bearerToken } from '../../../domain/bearer-token.ts'
import { isUuid } from '../../../domain/uuid.ts'
import type { Claims } from '../../postgres/database.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { verifyAccessToken } from '../keys/access-tokens.ts'
import { findOwner, lockOwner, type Owner, type SessionRow } from '../stores/sessions.ts'
import type { UserRow } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'

export interface Caller {
  user: UserRow
  session: SessionRow
}

/** The user behind the bearer token. Both the account and the session must still exist. */
export async function identifyCaller(service: AuthService, authorization: string | undefined): Promise<AuthResult<Caller>> {
  const claims = await verifiedClaims(service, authorization)
  if ('fault' in claims) return claims
  const { sub, session_id: sessionId } = claims.ok
  if (!sub) return { fault: faults.noSubject }
  if (!isUuid(sessionId)) return { fault: faults.badSession }
  // A token is checked without the database; then one account's many requests take no more of it from others than a few.
  const found = await service.inTurn(sub, () => findOwner(service.database, sub, sessionId))
  return 'ok' in found ? callerOf(found.ok, service.now()) : { fault: faults.tooManyRequests }
}

/** Accepts only the service key. */
export async function identifyAdmin(service: AuthService, authorization: string | undefined): Promise<AuthResult<null>> {
  const claims = await verifiedClaims(service, authorization)
  if ('fault' in claims) return claims
  return claims.ok.role === 'service_role' ? { ok: null } : { fault: faults.notAdmin }
}

async function verifiedClaims(
  { keys, now }: AuthService,
  authorization: string | undefined,
): Promise<AuthResult<Claims>> {
  const token = bearerToken(authorization)
  if (!token) return { fault: faults.noAuthorization }
  const claims = await verifyAccessToken(keys, token, now)
  return claims ? { ok: claims } : { fault: faults.badToken }
}

/**
 * The caller once more, with the account locked until the transaction ends: since the request came in, the account may
 * have been banned or deleted, or the session ended.
 */
export async function lockCaller(client: PoolClient, { user, session }: Caller, now: Date): Promise<AuthResult<Caller>> {
  const owner = await lockOwner(client, user.id, session.id)
  return callerOf(owner, now)
}

function callerOf(owner: Owner | undefined, now: Date): AuthResult<Caller> {
  if (!owner) return { fault: faults.userNotFound }
  const { user, session } = owner
  if (isBanned(user, now)) return { fault: faults.userBanned }
  return session ? { ok: { user, session } } : { fault: faults.sessionNotFound }
}

/** Whether the account has a second factor, so that the password alone does not prove its owner. */
export const hasVerifiedFactor = ({ factors }: UserRow) => factors.some(({ status }) => status === 'verified')

/** Authentication methods of second factors (supabase/auth internal/models/factor.go). */
const secondMethod = /^(totp$|mfa\/)/

/** Whether a session was opened, or its owner proven anew, since then: not by a second factor, which may be a stranger's. */
export const isProvenSince = ({ methods }: SessionRow, since: Date): boolean =>
  methods.some(({ method, timestamp }) => !secondMethod.test(method) && timestamp * 1000 >= since.getTime())

export function isBanned({ banned_until: until }: UserRow, now: Date): boolean {
  return until !== null && until > now
}
