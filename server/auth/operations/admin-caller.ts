import type { AuthService } from './auth-service.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { verifyAccessToken } from '../keys/access-tokens.ts'

/** Lets the service key pass, and nobody else. */
export async function identifyAdmin(
  { keys, now }: AuthService,
  authorization: string | undefined,
): Promise<Answer<null>> {
  const token = /^[Bb]earer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!token) return { fault: faults.noAuthorization }
  const claims = await verifyAccessToken(keys, token, now)
  if (!claims) return { fault: faults.badToken }
  return claims.role === 'service_role' ? { ok: null } : { fault: faults.notAdmin }
}

/** Whom the audit log names for what the service key did. */
export const administrator = { id: '00000000-0000-0000-0000-000000000000', email: 'service_role' }
