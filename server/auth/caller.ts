import * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { type Answer, faults } from './errors.ts'
import { findSession, type SessionRow } from './sessions-store.ts'
import { verifyAccessToken } from './tokens.ts'
import { findUserById, type UserRow } from './users-store.ts'

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
  return database.transaction(async (client): Promise<Answer<Caller>> => {
    const user = await findUserById(client, sub)
    if (!user) return { fault: faults.userNotFound }
    if (isBanned(user, now())) return { fault: faults.userBanned }
    const session = await findSession(client, sessionId)
    if (session?.user_id !== user.id) return { fault: faults.sessionNotFound }
    return { ok: { user, session } }
  })
}

export function isBanned({ banned_until: until }: UserRow, now: Date): boolean {
  return until !== null && until > now
}

const uuid = v.pipe(v.string(), v.uuid())
