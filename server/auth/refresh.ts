import type { PoolClient } from 'pg'
import type * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { isBanned } from './caller.ts'
import { type Answer, faults } from './errors.ts'
import { bodySchema, optionalText } from './read-body.ts'
import { type SessionJson, sessionJson } from './session-json.ts'
import {
  findActiveToken,
  findRefreshToken,
  lockSessionOfToken,
  type RefreshTokenRow,
  recordRefresh,
  revokeTokens,
  rotateToken,
  type SessionRow,
} from './sessions-store.ts'
import { findUserById } from './users-store.ts'

export const refreshSchema = bodySchema({ refresh_token: optionalText })

/** For so long a replaced token still leads to the session's current one: tabs refresh at the same moment. */
const reuseWindowMs = 10_000

const tokenFormat = /^[A-Za-z0-9_-]{10,255}$/

/** The refresh-token grant: a token works once and is replaced by its successor. */
export async function refresh(
  service: AuthService,
  { refresh_token: token }: v.InferOutput<typeof refreshSchema>,
  userAgent: string | undefined,
): Promise<Answer<SessionJson>> {
  if (token === '') return { fault: faults.refreshTokenMissing }
  if (!tokenFormat.test(token)) return { fault: faults.refreshTokenNotFound }
  return service.database.transaction(async (client): Promise<Answer<SessionJson>> => {
    const now = service.now()
    const session = await lockSessionOfToken(client, token)
    // Read only after the lock was won, so that it shows what the refresh before this one did.
    const presented = session && (await findRefreshToken(client, token))
    const user = session && (await findUserById(client, session.user_id))
    if (!session || !presented || !user) return { fault: faults.refreshTokenNotFound }
    if (isBanned(user, now)) return { fault: faults.refreshUserBanned }
    if (session.not_after !== null && session.not_after < now) return { fault: faults.sessionExpired }

    const successor = presented.revoked
      ? await successorOf(client, session, presented, now)
      : await rotateToken(client, session, token, now)
    if (!successor) {
      await revokeTokens(client, session.id, now)
      service.log('refresh-token-reused', { session: session.id })
      return { fault: faults.refreshTokenUsed }
    }
    await recordRefresh(client, session.id, userAgent, now)
    return { ok: await sessionJson(service, user, session, successor) }
  })
}

/**
 * The session's current token, for the holder of a replaced one that is no sign of theft: replaced only a moment
 * ago, or its successor never used, which is how it looks to somebody whom the answer did not reach.
 */
async function successorOf(
  client: PoolClient,
  session: SessionRow,
  replaced: RefreshTokenRow,
  now: Date,
): Promise<string | undefined> {
  const active = await findActiveToken(client, session.id)
  const sinceMs = now.getTime() - replaced.updated_at.getTime()
  return active && (active.parent === replaced.token || sinceMs <= reuseWindowMs) ? active.token : undefined
}
