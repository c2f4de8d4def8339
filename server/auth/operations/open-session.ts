import type { PoolClient } from 'pg'
import type { AuthService } from './auth-service.ts'
import { insertSession, type NewSession } from '../stores/session-tokens.ts'
import type { SessionRow } from '../stores/sessions.ts'
import { signAccessToken } from '../keys/access-tokens.ts'
import { userJson } from '../contract/user-json.ts'
import { recordSignIn, type UserRow } from '../stores/users.ts'

/** What a successful sign-up, sign-in or refresh answers. */
export interface SessionJson {
  access_token: string
  token_type: 'bearer'
  /** Seconds from now. */
  expires_in: number
  /** Seconds since 1970. */
  expires_at: number
  refresh_token: string
  user: ReturnType<typeof userJson>
}

/** A session with its refresh token in force, of which `sessionJson` makes the answer. */
export interface OpenSession {
  user: UserRow
  session: SessionRow
  refreshToken: string
}

/** Opens a session for somebody who has just proved by `method` to be this person. */
export async function openSession(
  client: PoolClient,
  user: UserRow,
  { method, visit }: Pick<NewSession, 'method' | 'visit'>,
  now: Date,
): Promise<OpenSession> {
  await recordSignIn(client, user.id, now)
  const opened = await insertSession(client, { userId: user.id, method, visit }, now)
  return { ...opened, user: { ...user, last_sign_in_at: now, updated_at: now } }
}

/**
 * Signs the access token of a session. Outside of any transaction, since the key may have to be read anew.
 */
export async function sessionJson(
  { keys, settings, now }: AuthService,
  { user, session, refreshToken }: OpenSession,
): Promise<SessionJson> {
  const { token, expiresAt } = await signAccessToken(keys, settings, user, session, now())
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: settings.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user),
  }
}
