import type * as v from 'valibot'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { type Refresh, type Refreshed, refreshSessions } from '../stores/refreshes.ts'
import type { ClientInfo } from '../stores/sessions.ts'
import type { AuthService } from './auth-service.ts'
import { createBatches } from './batches.ts'
import { type SessionJson, sessionJson } from './open-session.ts'

export const refreshSchema = bodySchema({ refresh_token: optionalText })

/** Within this time a replaced token still yields the session's current one, since tabs refresh concurrently. */
const reuseWindowMs = 10_000

const tokenFormat = /^[A-Za-z0-9_-]{10,255}$/

const refusals = {
  unknown: faults.refreshTokenNotFound,
  banned: faults.refreshUserBanned,
  expired: faults.sessionExpired,
  inactive: faults.sessionInactive,
  reused: faults.refreshTokenUsed,
}

const maxBatchSize = 100

/** Batches concurrent refreshes, since most of the time goes into flushing each transaction to disk. */
export function createRefreshes({ database, settings, now }: Pick<AuthService, 'database' | 'settings' | 'now'>) {
  const { sessionSeconds, inactivitySeconds } = settings
  return createBatches<Refresh, Refreshed>(
    (refreshes) => refreshSessions(database, refreshes, { now: now(), reuseWindowMs, sessionSeconds, inactivitySeconds }),
    maxBatchSize,
  )
}

/** The refresh-token grant: each token works once and is replaced by its successor. */
export async function refresh(
  service: AuthService,
  { refresh_token: token }: v.InferOutput<typeof refreshSchema>,
  clientInfo: ClientInfo,
): Promise<AuthResult<SessionJson>> {
  if (token === '') return { fault: faults.refreshTokenMissing }
  if (!tokenFormat.test(token)) return { fault: faults.refreshTokenNotFound }
  const done = await service.refreshSession({ token, clientInfo })
  if (done.outcome === 'reused') service.log('refresh-token-reused', { session: done.sessionId })
  if (done.outcome !== 'refreshed') return { fault: refusals[done.outcome] }
  return { ok: await sessionJson(service, done) }
}
