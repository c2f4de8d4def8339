import { randomBytes, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Database } from '../postgres/database.ts'
import { readUser, userColumns, type UserRecord, type UserRow } from './users-store.ts'
import type { Visit } from './visit.ts'

/** How a session can begin, in the words of Supabase Auth. */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'

/** How a session's person was recognised, for the token's `amr` claim (RFC 8176); `timestamp` in seconds since 1970. */
export interface AuthenticationMethod {
  method: string
  timestamp: number
}

export interface SessionRow {
  id: string
  user_id: string
  aal: string
  methods: AuthenticationMethod[]
}

/** Which of a person's sessions end. */
export type SignOutScope = 'global' | 'local' | 'others'

export interface NewSession {
  userId: string
  method: SignInMethod
  visit: Visit
}

/** Opens a session with its first refresh token. */
export async function insertSession(
  client: PoolClient,
  { userId, method, visit }: NewSession,
  now: Date,
): Promise<{ session: SessionRow; refreshToken: string }> {
  const id = randomUUID()
  await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, $3, $3, 'aal1', $4, $5)`,
    [id, userId, now, visit.userAgent, visit.address],
  )
  await client.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)`,
    [randomUUID(), id, now, method],
  )
  const refreshToken = await insertRefreshToken(client, { id, user_id: userId }, null, now)
  const methods = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  return { session: { id, user_id: userId, aal: 'aal1', methods }, refreshToken }
}

/** Whether a token's session goes on: its claims alone do not tell, until they expire. */
export async function hasSession(database: Database, userId: string, sessionId: string): Promise<boolean> {
  const rows = await database.query({
    name: 'has-session',
    text: 'select from auth.sessions where id = $1 and user_id = $2',
    values: [sessionId, userId],
  })
  return rows.length > 0
}

/** What a statement selects from `auth.sessions` to read a `SessionRow`. */
const sessionColumns = `
  sessions.id, sessions.user_id, coalesce(sessions.aal, 'aal1') as aal, coalesce((
    select methods from gateway.session_methods as own_methods where own_methods.session_id = sessions.id
  ), '[]') as methods`

/** Who a session belongs to; undefined where the account is gone. The session may be gone alone. */
export async function findOwner(
  database: Database,
  userId: string,
  sessionId: string,
): Promise<{ user: UserRow; session: SessionRow | undefined } | undefined> {
  const [row] = await database.query<UserRecord & { session: SessionRow | null }>({
    name: 'find-owner',
    text: `select ${userColumns}, (
        select to_json(own) from (
          select ${sessionColumns} from auth.sessions where sessions.id = $2 and sessions.user_id = users.id
        ) as own
      ) as session
      from auth.users as users where users.id = $1 and users.deleted_at is null`,
    values: [userId, sessionId],
  })
  if (!row) return undefined
  const { session, ...user } = row
  return { user: readUser(user), session: session ?? undefined }
}

/**
 * Raises a session to the second level by a code of a factor, with a new refresh token: the one before belongs to the
 * first level. The person's sessions that are still of the first level end. Undefined if the session has ended:
 * one without a refresh token in force has, too.
 */
export async function raiseSession(
  client: PoolClient,
  { id, user_id }: Pick<SessionRow, 'id' | 'user_id'>,
  factorId: string,
  now: Date,
): Promise<{ session: SessionRow; refreshToken: string } | undefined> {
  await client.query('select from auth.sessions where id = $1 for update', [id])
  const replaced = await client.query<{ token: string }>(
    `update auth.refresh_tokens set revoked = true, updated_at = $2
     where session_id = $1 and revoked is false returning token`,
    [id, now],
  )
  const parent = replaced.rows.at(-1)?.token
  if (!parent) return undefined
  await client.query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`, [
    id,
    factorId,
    now,
  ])
  await client.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, 'totp')
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), id, now],
  )
  await client.query(`delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2'`, [user_id])
  const refreshToken = await insertRefreshToken(client, { id, user_id }, parent, now)
  const { rows } = await client.query<SessionRow>(
    `select ${sessionColumns} from auth.sessions where sessions.id = $1`,
    [id],
  )
  return rows[0] && { session: rows[0], refreshToken }
}

/** Ends sessions; their refresh tokens go with them. */
export async function deleteSessions(
  client: PoolClient,
  scope: SignOutScope,
  { id, user_id }: Pick<SessionRow, 'id' | 'user_id'>,
): Promise<void> {
  await client.query(
    `delete from auth.sessions
     where user_id = $1 and case $2 when 'local' then id = $3 when 'others' then id <> $3 else true end`,
    [user_id, scope, id],
  )
}

/** Ends all sessions of a person, wherever they are. */
export async function deleteAllSessions(client: PoolClient, userId: string): Promise<void> {
  await client.query('delete from auth.sessions where user_id = $1', [userId])
}

/** A refresh token that nobody can guess: 144 random bits. */
export const newRefreshToken = () => randomBytes(18).toString('base64url')

async function insertRefreshToken(
  client: PoolClient,
  { id, user_id }: Pick<SessionRow, 'id' | 'user_id'>,
  parent: string | null,
  now: Date,
): Promise<string> {
  const token = newRefreshToken()
  await client.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, $4, $5)`,
    [token, user_id, now, parent, id],
  )
  return token
}
