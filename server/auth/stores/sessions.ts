import type { PoolClient } from 'pg'
import type { Database, Statement } from '../../postgres/database.ts'
import { readUser, userColumns, type UserRecord, type UserRow } from './users.ts'

/** How a session was opened (supabase/auth internal/models/factor.go, AuthenticationMethod). */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'

/** What upgraded a session to aal2. */
export type SecondMethod = 'totp' | 'mfa/recovery_code'

/** How a session's user was authenticated, for the token's `amr` claim (RFC 8176); `timestamp` in seconds since 1970. */
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

/** Stored with a session, so that users can recognise their devices. */
export interface ClientInfo {
  userAgent: string | undefined
  /** The IP address, if it is known. */
  address: string | undefined
}

/** A session with the refresh token that is in force. */
export interface OpenSession {
  user: UserRow
  session: SessionRow
  refreshToken: string
}

/** Which of a user's sessions end. */
export type SignOutScope = 'global' | 'local' | 'others'

/** The columns of a `SessionRow`. */
export const sessionColumns = `
  sessions.id, sessions.user_id, coalesce(sessions.aal, 'aal1') as aal, coalesce((
    select methods from gateway.session_methods as own_methods where own_methods.session_id = sessions.id
  ), '[]') as methods`

/** An account with one of its sessions, unless that has ended. */
export interface Owner {
  user: UserRow
  session: SessionRow | undefined
}

type OwnerRecord = UserRecord & { session: SessionRow | null }

/** The owner of a session; undefined if the account is gone. The session alone may be gone too. */
export async function findOwner(database: Database, userId: string, sessionId: string): Promise<Owner | undefined> {
  const [row] = await database.query<OwnerRecord>(selectOwner(userId, sessionId))
  return row && readOwner(row)
}

/** The same, with the account locked until the transaction ends. */
export async function lockOwner(client: PoolClient, userId: string, sessionId: string): Promise<Owner | undefined> {
  await client.query('select from auth.users where id = $1 for update', [userId])
  // Read after locking, so that what a concurrent transaction did to factors and sessions is seen.
  const { rows } = await client.query<OwnerRecord>(selectOwner(userId, sessionId))
  return rows[0] && readOwner(rows[0])
}

const selectOwner = (userId: string, sessionId: string): Statement => ({
  name: 'find-owner',
  text: `select ${userColumns}, (
      select to_json(own) from (
        select ${sessionColumns} from auth.sessions where sessions.id = $2 and sessions.user_id = users.id
      ) as own
    ) as session
    from auth.users as users where users.id = $1 and users.deleted_at is null`,
  values: [userId, sessionId],
})

function readOwner({ session, ...user }: OwnerRecord): Owner {
  return { user: readUser(user), session: session ?? undefined }
}

/**
 * Ends sessions; their refresh tokens go with them. A session ends others of its own assurance level and below: one that
 * was opened by the password alone does not end those that have shown a second factor.
 */
export async function deleteSessions(
  client: PoolClient,
  scope: SignOutScope,
  { id, user_id, aal }: Pick<SessionRow, 'id' | 'user_id' | 'aal'>,
): Promise<void> {
  await client.query(
    `delete from auth.sessions
     where user_id = $1 and case $2 when 'local' then id = $3 when 'others' then id <> $3 else true end
       and (id = $3 or coalesce(aal, 'aal1') <= $4::auth.aal_level)`,
    [user_id, scope, id, aal],
  )
}

/** Ends all of a user's sessions. */
export async function deleteAllSessions(client: PoolClient, userId: string): Promise<void> {
  await client.query('delete from auth.sessions where user_id = $1', [userId])
}
