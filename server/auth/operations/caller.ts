import * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { findOwner, type SessionRow } from '../stores/sessions.ts'
import { verifyAccessToken } from '../keys/access-tokens.ts'
import type { UserRow } from '../stores/users.ts'
import { uuid } from '../contract/uuid.ts'

export interface Caller {
  user: UserRow
  session: SessionRow
}

/** Who calls, by the request's bearer token; the token's account and session have to exist still. */
export async function identifyCaller(
  { database, keys, now }: AuthService,
  authorization: string | undefined,
): Promise<Answer<Caller>> {
  const token = /^[Bb]earer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!token) return { fault: faults.noAuthorization }
  const claims = await verifyAccessToken(keys, token, now)
  if (!claims) return { fault: faults.badToken }
  const { sub, session_id: sessionId } = claims
  if (!sub) return { fault: faults.noSubject }
  if (!v.is(uuid, sessionId)) return { fault: faults.badSession }
  const owner = await findOwner(database, sub, sessionId)
  if (!owner) return { fault: faults.userNotFound }
  const { user, session } = owner
  if (isBanned(user, now())) return { fault: faults.userBanned }
  return session ? { ok: { user, session } } : { fault: faults.sessionNotFound }
}

export function isBanned({ banned_until: until }: UserRow, now: Date): boolean {
  return until !== null && until > now
}
