import type * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { type Answer, faults } from './errors.ts'
import { bodySchema, optionalText } from './read-body.ts'
import { type SessionJson, sessionJson } from './session-json.ts'
import { refreshSession } from './refresh-store.ts'
import type { Visit } from './visit.ts'

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

/** The refresh-token grant: a token works once and is replaced by its successor. */
export async function refresh(
  service: AuthService,
  { refresh_token: token }: v.InferOutput<typeof refreshSchema>,
  visit: Visit,
): Promise<Answer<SessionJson>> {
  if (token === '') return { fault: faults.refreshTokenMissing }
  if (!tokenFormat.test(token)) return { fault: faults.refreshTokenNotFound }
  const { database, settings, now, log } = service
  const { sessionSeconds, inactivitySeconds } = settings
  const done = await refreshSession(database, {
    token,
    visit,
    now: now(),
    reuseWindowMs,
    sessionSeconds,
    inactivitySeconds,
  })
  if (done.outcome === 'reused') log('refresh-token-reused', { session: done.sessionId })
  if (done.outcome !== 'refreshed') return { fault: refusals[done.outcome] }
  return { ok: await sessionJson(service, done) }
}
