import * as v from 'valibot'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import type { Caller } from './caller.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { deleteSessions } from '../stores/sessions.ts'

const scopeSchema = v.picklist(['global', 'local', 'others'])

/** Ends all of the caller's sessions, this one, or all others. Access tokens already issued stay valid until they expire. */
export async function signOut(
  { database, now }: AuthService,
  { user, session }: Caller,
  scope: string | undefined,
): Promise<AuthResult<null>> {
  const parsed = v.safeParse(scopeSchema, scope || 'global')
  if (!parsed.success) return { fault: faults.logoutScope(scope ?? '') }
  await database.transaction(async (client) => {
    await deleteSessions(client, parsed.output, session)
    await recordEvent(client, { action: 'logout', actor: user }, now())
  })
  return { ok: null }
}
