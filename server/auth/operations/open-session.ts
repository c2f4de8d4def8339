import type { PoolClient } from 'pg'
import { userJson } from '../contract/user-json.ts'
import { signAccessToken } from '../keys/access-tokens.ts'
import { insertSession, type NewSession } from '../stores/session-tokens.ts'
import type { OpenSession } from '../stores/sessions.ts'
import { recordSignIn, type UserRow } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'

/** The answer to a sign-up, a sign-in and a refresh (supabase/auth internal/tokens/service.go, AccessTokenResponse). */
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

/** Opens a session for a user who has just authenticated by `method`; undefined if the account has changed meanwhile. */
export async function openSession(
  client: PoolClient,
  user: UserRow,
  { method, clientInfo }: Pick<NewSession, 'method' | 'clientInfo'>,
  now: Date,
): Promise<OpenSession | undefined> {
  if (!(await recordSignIn(client, user, now))) return undefined
  const opened = await insertSession(client, { userId: user.id, method, clientInfo }, now)
  return { ...opened, user: { ...user, last_sign_in_at: now, updated_at: now } }
}

/** Signs the access token of a session. Not inside a transaction: the keys may have to be read again. */
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
