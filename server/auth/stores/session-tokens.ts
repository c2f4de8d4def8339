import { randomBytes, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { type ClientInfo, type SecondMethod, sessionColumns, type SessionRow, type SignInMethod } from './sessions.ts'

export interface NewSession {
  userId: string
  method: SignInMethod
  clientInfo: ClientInfo
}

/** Opens a session with its first refresh token. */
export async function insertSession(
  client: PoolClient,
  { userId, method, clientInfo }: NewSession,
  now: Date,
): Promise<{ session: SessionRow; refreshToken: string }> {
  const id = randomUUID()
  const refreshToken = newRefreshToken()
  await client.query({
    name: 'insert-session',
    text: `with session as (
        insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
        values ($1, $2, $3, $3, 'aal1', $4, $5)
      ), method as (
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values ($6, $1, $3, $3, $7)
      )
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
      values ('00000000-0000-0000-0000-000000000000', $8, $2::uuid, false, $3, $3, $1)`,
    values: [id, userId, now, clientInfo.userAgent, clientInfo.address, randomUUID(), method, refreshToken],
  })
  const methods = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  return { session: { id, user_id: userId, aal: 'aal1', methods }, refreshToken }
}

/** The factor that upgrades a session, and what it is called in the token's `amr` claim. */
export interface Upgrade {
  factorId: string
  method: SecondMethod
}

/**
 * Upgrades a session to aal2 by a factor, with a new refresh token, and ends the user's sessions that are still at aal1.
 * Undefined if the session has ended, or has no refresh token in force.
 */
export async function upgradeToAal2(
  client: PoolClient,
  { id, user_id }: Pick<SessionRow, 'id' | 'user_id'>,
  { factorId, method }: Upgrade,
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
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), id, now, method],
  )
  await client.query(`delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2'`, [user_id])
  const refreshToken = newRefreshToken()
  await client.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, $4, $5)`,
    [refreshToken, user_id, now, parent, id],
  )
  const { rows } = await client.query<SessionRow>(
    `select ${sessionColumns} from auth.sessions where sessions.id = $1`,
    [id],
  )
  return rows[0] && { session: rows[0], refreshToken }
}

/** A refresh token of 144 random bits. */
export const newRefreshToken = () => randomBytes(18).toString('base64url')
