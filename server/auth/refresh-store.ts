import type { Database } from '../postgres/database.ts'
import type { OpenSession } from './session-json.ts'
import { newRefreshToken } from './session-tokens-store.ts'
import type { AuthenticationMethod } from './sessions-store.ts'
import { readUser, userColumns, type UserRecord } from './users-store.ts'
import type { Visit } from './visit.ts'

export interface Refresh {
  /** The token presented. */
  token: string
  visit: Visit
  now: Date
  reuseWindowMs: number
  sessionSeconds: number | undefined
  inactivitySeconds: number | undefined
}

export type Refreshed =
  | ({ outcome: 'refreshed' } & OpenSession)
  | { outcome: 'banned' | 'expired' | 'inactive' | 'reused'; sessionId: string }
  | { outcome: 'unknown' }

/** Replaces a refresh token, all in one statement: see `gateway.refresh_session`. */
export async function refreshSession(database: Database, refresh: Refresh): Promise<Refreshed> {
  const [row] = await database.query<RefreshRecord>({
    name: 'refresh-session',
    text: `select done.outcome, done.token, done.session_id, done.session_user_id, done.aal, done.methods,
        ${userColumns}
      from gateway.refresh_session(
        $1, $2, $3, $4, $5, $6 * interval '1 ms', $7 * interval '1 s', $8 * interval '1 s'
      ) as done
      left join auth.users as users on users.id = done.session_user_id`,
    values: [
      refresh.token,
      newRefreshToken(),
      refresh.now,
      refresh.visit.userAgent,
      refresh.visit.address,
      refresh.reuseWindowMs,
      refresh.sessionSeconds,
      refresh.inactivitySeconds,
    ],
  })
  if (!row) throw new Error('gateway.refresh_session answered nothing')
  const { outcome, token, session_id: id, session_user_id: userId, aal, methods, ...user } = row
  if (outcome === 'unknown') return { outcome }
  if (outcome !== 'refreshed') return { outcome, sessionId: id }
  return { outcome, refreshToken: token, user: readUser(user), session: { id, user_id: userId, aal, methods } }
}

interface RefreshRecord extends UserRecord {
  outcome: Refreshed['outcome']
  token: string
  session_id: string
  session_user_id: string
  aal: string
  methods: AuthenticationMethod[]
}
