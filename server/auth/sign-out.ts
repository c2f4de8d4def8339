import * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import type { Caller } from './caller.ts'
import { type Answer, faults } from './errors.ts'
import { deleteSessions } from './sessions-store.ts'

const scopeSchema = v.picklist(['global', 'local', 'others'])

/** Ends all of the caller's sessions, this one, or all others. Access tokens already issued live out their time. */
export async function signOut(
  { database }: AuthService,
  { session }: Caller,
  scope: string | undefined,
): Promise<Answer<null>> {
  const parsed = v.safeParse(scopeSchema, scope || 'global')
  if (!parsed.success) return { fault: faults.logoutScope(scope ?? '') }
  await database.transaction((client) => deleteSessions(client, parsed.output, session))
  return { ok: null }
}
