import type { PoolClient } from 'pg'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import { type Caller, lockCaller } from './caller.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { tooManyEmails, waitSeconds, withEmails } from './emails.ts'
import { issueToken, matchToken } from './one-time-tokens.ts'
import { removeTokens } from '../stores/one-time-tokens.ts'
import type { UserRow } from '../stores/users.ts'

const token = 'reauthentication_token'

/** Sends a code with which a signed-in user proves access to the mailbox before changing the password. */
export function reauthenticate(
  service: AuthService,
  caller: Caller,
  from: string | undefined,
): Promise<AuthResult<object>> {
  return withEmails(service, async (client, outbox): Promise<AuthResult<object>> => {
    const now = service.now()
    const locked = await lockCaller(client, caller, now)
    if ('fault' in locked) return locked
    const { user } = locked.ok
    const { id: userId, email } = user
    if (!user.email_confirmed_at) return { fault: faults.verifyEmailFirst }
    const seconds = waitSeconds(service, user.reauthentication_sent_at)
    if (seconds > 0) return { fault: faults.emailTooSoon(seconds) }
    if (!(await service.limits.countEmail(client, email, from))) return { fault: tooManyEmails(service) }
    await recordEvent(client, { action: 'user_reauthenticate_requested', actor: user }, now)
    const { code } = await issueToken(client, { userId, type: token, email, now })
    outbox.push({ kind: 'reauthentication', to: email, code })
    return { ok: {} }
  })
}

/** Whether the code is the last one sent. A wrong one counts against it. */
export async function isNonce(
  { settings, now }: AuthService,
  client: PoolClient,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const sentAfter = new Date(now().getTime() - settings.otpSeconds * 1000)
  return (await matchToken(client, { userId: user.id, code }, [token], sentAfter)) !== undefined
}

/** The same; it works once. */
export async function useNonce(service: AuthService, client: PoolClient, user: UserRow, code: string): Promise<boolean> {
  if (!(await isNonce(service, client, user, code))) return false
  await removeTokens(client, user.id, [token])
  return true
}
