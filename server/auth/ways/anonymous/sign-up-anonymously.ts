import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { metadataFault } from '../../contract/account-fields.ts'
import type { AuthResult } from '../../contract/faults.ts'
import type { AuthService } from '../../operations/auth-service.ts'
import { openSession, sessionJson, type SessionJson } from '../../operations/open-session.ts'
import { recordEvent } from '../../stores/audit.ts'
import type { ClientInfo, OpenSession } from '../../stores/sessions.ts'
import { findUserById, type Metadata, type UserRow } from '../../stores/users.ts'

/**
 * Opens a session for a new account without any name (supabase/auth internal/api/anonymous.go). It may add an e-mail
 * address and a password by `PUT /user`, and is then an account like others.
 */
export async function signUpAnonymously(
  service: AuthService,
  { data }: { data: Metadata },
  clientInfo: ClientInfo,
): Promise<AuthResult<SessionJson>> {
  const fault = metadataFault(data)
  if (fault) return { fault }
  const counted = await service.limits.take('anonymous-sign-up', { address: clientInfo.address })
  if ('fault' in counted) return counted
  const opened = await service.database.transaction(async (client): Promise<OpenSession> => {
    const now = service.now()
    const user = await insertAnonymousUser(client, data, now)
    await recordEvent(client, { action: 'user_signedup', actor: user, traits: { provider: 'anonymous' } }, now)
    const session = await openSession(client, user, { method: 'anonymous', clientInfo }, now)
    if (!session) throw new Error('a new account cannot have changed')
    return session
  })
  return { ok: await sessionJson(service, opened) }
}

async function insertAnonymousUser(client: PoolClient, metadata: Metadata, now: Date): Promise<UserRow> {
  const id = randomUUID()
  // Supabase Auth scans the token columns as strings, so they hold '' and never null.
  await client.query(
    `insert into auth.users (
       instance_id, id, aud, role, encrypted_password, is_super_admin, is_anonymous,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
       confirmation_token, recovery_token, email_change_token_new, email_change
     ) values (
       '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', '', false, true,
       '{}', $2, $3, $3,
       '', '', '', ''
     )`,
    [id, metadata, now],
  )
  const user = await findUserById(client, id)
  if (!user) throw new Error('the new account is not there')
  return user
}
