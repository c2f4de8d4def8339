import type { PoolClient } from 'pg'
import type { AuthService } from './auth-service.ts'
import { insertSession } from './session-tokens-store.ts'
import type { SessionRow, SignInMethod } from './sessions-store.ts'
import { signAccessToken } from './tokens.ts'
import { userJson } from './user-json.ts'
import { recordSignIn, type UserRow } from './users-store.ts'
import type { Visit } from './visit.ts'

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

/** Opens a session for somebody who has just proved by `method` to be this person. */
export async function openSession(
  service: AuthService,
  client: PoolClient,
  user: UserRow,
  visit: Visit,
  method: SignInMethod,
): Promise<SessionJson> {
  const now = service.now()
  await recordSignIn(client, user.id, now)
  const opened = await insertSession(client, { userId: user.id, method, visit }, now)
  const signedIn = { ...user, last_sign_in_at: now, updated_at: now }
  return sessionJson(service, signedIn, opened.session, opened.refreshToken)
}

export async function sessionJson(
  { keys, settings, now }: AuthService,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
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
