import type { Database } from '../../postgres/database.ts'
import { newRefreshToken } from './session-tokens.ts'
import type { AuthenticationMethod, ClientInfo, OpenSession } from './sessions.ts'
import { readUser, userColumns, type UserRecord } from './users.ts'

export interface Refresh {
  /** The token presented. */
  token: string
  clientInfo: ClientInfo
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
 * Refreshes sessions in one statement, and so in one transaction. The rules are in `gateway.refresh_session`. Results are in
 * the order of the tokens.
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
        with ordinality as given (token, successor, client_agent, client_address, place)
      cross join lateral gateway.refresh_session(
        given.token, given.successor, $5, given.client_agent, given.client_address,
        $6 * interval '1 ms', $7 * interval '1 s', $8 * interval '1 s'
      ) as done
      -- The limit keeps this one look-up per token, even if the table was small when the statement was planned.
      left join lateral (
        select ${userColumns} from auth.users as users where users.id = done.session_user_id limit 1
      ) as person on true
      order by given.place`,
    values: [
      refreshes.map(({ token }) => token),
      refreshes.map(newRefreshToken),
      refreshes.map(({ clientInfo }) => clientInfo.userAgent),
      refreshes.map(({ clientInfo }) => clientInfo.address),
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
