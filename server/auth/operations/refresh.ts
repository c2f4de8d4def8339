import type * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { createBatches } from './batches.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { type SessionJson, sessionJson } from './open-session.ts'
import { type Refresh, type Refreshed, refreshSessions } from '../stores/refreshes.ts'
import type { Visit } from '../routes/client-info.ts'

export const refreshSchema = bodySchema({ refresh_token: optionalText })

/** For so long a replaced token still leads to the session's current one: tabs refresh at the same moment. */
const reuseWindowMs = 10_000

const tokenFormat = /^[A-Za-z0-9_-]{10,255}$/

const refusals = {
  unknown: faults.refreshTokenNotFound,
  banned: faults.refreshUserBanned,
  expired: faults.sessionExpired,
  inactive: faults.sessionInactive,
  reused: faults.refreshTokenUsed,
}

const mostAtOnce = 100

/** Refreshes that come at the same moment are stored together: to flush each to the disk alone takes most of the time. */
export function createRefreshes({ database, settings, now }: Pick<AuthService, 'database' | 'settings' | 'now'>) {
  const { sessionSeconds, inactivitySeconds } = settings
  return createBatches<Refresh, Refreshed>(
    (refreshes) => refreshSessions(database, refreshes, { now: now(), reuseWindowMs, sessionSeconds, inactivitySeconds }),
    mostAtOnce,
  )
}

/** The refresh-token grant: a token works once and is replaced by its successor. */
export async function refresh(
  service: AuthService,
  { refresh_token: token }: v.InferOutput<typeof refreshSchema>,
  visit: Visit,
): Promise<Answer<SessionJson>> {
  if (token === '') return { fault: faults.refreshTokenMissing }
  if (!tokenFormat.test(token)) return { fault: faults.refreshTokenNotFound }
  const done = await service.refreshSession({ token, visit })
  if (done.outcome === 'reused') service.log('refresh-token-reused', { session: done.sessionId })
  if (done.outcome !== 'refreshed') return { fault: refusals[done.outcome] }
  return { ok: await sessionJson(service, done) }
}
