import type { Database } from '../../postgres/database.ts'
import type { OpenSession } from '../operations/open-session.ts'
import { newRefreshToken } from './session-tokens.ts'
import type { AuthenticationMethod } from './sessions.ts'
import { readUser, userColumns, type UserRecord } from './users.ts'
import type { Visit } from '../routes/client-info.ts'

export interface Refresh {
  /** The token presented. */
  token: string
  visit: Visit
}

export interface RefreshRules {
  now: Date
  reuseWindowMs: number
  sessionSeconds: number | undefined
  inactivitySeconds: number | undefined
}

export type Refreshed =
  | ({ outcome: 'refreshed' } & OpenSession)
  | { outcome: 'banned' | 'expired' | 'inactive' | 'reused'; sessionId: string }
  | { outcome: 'unknown' }

/**
 * Replaces refresh tokens, all in one statement and so in one transaction: each as `gateway.refresh_session` says, the
 * answers in the order of the tokens.
 */
export async function refreshSessions(
  database: Database,
  refreshes: Refresh[],
  { now, reuseWindowMs, sessionSeconds, inactivitySeconds }: RefreshRules,
): Promise<Refreshed[]> {
  const rows = await database.query<RefreshRecord>({
    name: 'refresh-sessions',
    text: `select done.outcome, done.token, done.session_id, done.session_user_id, done.aal, done.methods, person.*
      from unnest($1::text[], $2::text[], $3::text[], $4::inet[])
        with ordinality as given (token, successor, visit_agent, visit_address, place)
      cross join lateral gateway.refresh_session(
        given.token, given.successor, $5, given.visit_agent, given.visit_address,
        $6 * interval '1 ms', $7 * interval '1 s', $8 * interval '1 s'
      ) as done
      -- A limit keeps this a look-up for each token, however few people there were when the statement was planned.
      left join lateral (
        select ${userColumns} from auth.users as users where users.id = done.session_user_id limit 1
      ) as person on true
      order by given.place`,
    values: [
      refreshes.map(({ token }) => token),
      refreshes.map(newRefreshToken),
      refreshes.map(({ visit }) => visit.userAgent),
      refreshes.map(({ visit }) => visit.address),
      now,
      reuseWindowMs,
      sessionSeconds,
      inactivitySeconds,
    ],
  })
  return rows.map(readRefreshed)
}

function readRefreshed(row: RefreshRecord): Refreshed {
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
