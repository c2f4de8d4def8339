import { randomBytes, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'

/** How a session began, for the token's `amr` claim (RFC 8176); `timestamp` in seconds since 1970. */
export interface AuthenticationMethod {
  method: string
  timestamp: number
}

export interface SessionRow {
  id: string
  user_id: string
  aal: string
  /** PostgreSQL's `infinity` arrives as a number. */
  not_after: Date | number | null
  methods: AuthenticationMethod[]
}

export interface RefreshTokenRow {
  token: string
  parent: string | null
  revoked: boolean
  updated_at: Date
}

/** Which of a person's sessions end. */
export type SignOutScope = 'global' | 'local' | 'others'

export interface NewSession {
  userId: string
  method: 'password'
  userAgent: string | undefined
}

/** Opens a session with its first refresh token. */
export async function insertSession(
  client: PoolClient,
  { userId, method, userAgent }: NewSession,
  now: Date,
): Promise<{ session: SessionRow; refreshToken: string }> {
  const id = randomUUID()
  await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent)
     values ($1, $2, $3, $3, 'aal1', $4)`,
    [id, userId, now, userAgent],
  )
  await client.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)`,
    [randomUUID(), id, now, method],
  )
  const refreshToken = await insertRefreshToken(client, { id, user_id: userId }, null, now)
  const methods = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  return { session: { id, user_id: userId, aal: 'aal1', not_after: null, methods }, refreshToken }
}

export async function findSession(client: PoolClient, id: string): Promise<SessionRow | undefined> {
  const { rows } = await client.query<SessionRow>(
    `select id, user_id, coalesce(aal, 'aal1') as aal, not_after, (
       select coalesce(json_agg(json_build_object(
         'method', authentication_method, 'timestamp', floor(extract(epoch from updated_at))::bigint
       ) order by updated_at desc), '[]')
       from auth.mfa_amr_claims where session_id = sessions.id
     ) as methods
     from auth.sessions where id = $1`,
    [id],
  )
  return rows[0]
}

/** Locks the session of a refresh token until the transaction ends, so that its refreshes happen one by one. */
export async function lockSessionOfToken(client: PoolClient, token: string): Promise<SessionRow | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select id from auth.sessions
     where id = (select session_id from auth.refresh_tokens where token = $1)
     for update`,
    [token],
  )
  return rows[0] && findSession(client, rows[0].id)
}

export async function findRefreshToken(client: PoolClient, token: string): Promise<RefreshTokenRow | undefined> {
  const { rows } = await client.query<RefreshTokenRow>(
    'select token, parent, revoked, updated_at from auth.refresh_tokens where token = $1',
    [token],
  )
  return rows[0]
}

/** The session's token that is valid now: its youngest one, unless all are revoked. */
export async function findActiveToken(client: PoolClient, sessionId: string): Promise<RefreshTokenRow | undefined> {
  const { rows } = await client.query<RefreshTokenRow>(
    `select token, parent, revoked, updated_at from auth.refresh_tokens
     where session_id = $1 and revoked is false order by id desc limit 1`,
    [sessionId],
  )
  return rows[0]
}

/** Replaces a token by its successor. */
export async function rotateToken(
  client: PoolClient,
  session: SessionRow,
  token: string,
  now: Date,
): Promise<string> {
  await client.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1', [token, now])
  return insertRefreshToken(client, session, token, now)
}

export async function revokeTokens(client: PoolClient, sessionId: string, now: Date): Promise<void> {
  await client.query(
    'update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and revoked is false',
    [sessionId, now],
  )
}

export async function recordRefresh(
  client: PoolClient,
  sessionId: string,
  userAgent: string | undefined,
  now: Date,
): Promise<void> {
  // The column is a timestamp without time zone and holds UTC.
  await client.query(
    `update auth.sessions
     set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3
     where id = $1`,
    [sessionId, now, userAgent],
  )
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

async function insertRefreshToken(
  client: PoolClient,
  { id, user_id }: Pick<SessionRow, 'id' | 'user_id'>,
  parent: string | null,
  now: Date,
): Promise<string> {
  const token = randomBytes(18).toString('base64url')
  await client.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, $4, $5)`,
    [token, user_id, now, parent, id],
  )
  return token
}
