import type { PoolClient } from 'pg'
import { lockUser } from '../stores/admin-users.ts'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { tooManyLetters, waitSeconds, withLetters } from './emails.ts'
import { issueToken, matchToken } from './one-time-tokens.ts'
import { removeTokens } from '../stores/one-time-tokens.ts'
import type { UserRow } from '../stores/users.ts'

const token = 'reauthentication_token'

/** Sends a code by which somebody who is signed in shows to have the mailbox at hand, before a change of password. */
export function reauthenticate(
  service: AuthService,
  { id: userId }: Pick<UserRow, 'id'>,
  from: string | undefined,
): Promise<Answer<object>> {
  return withLetters(service, async (client, outbox): Promise<Answer<object>> => {
    // Only after the lock was won does it show whether a request at the same moment has written.
    const user = await lockUser(client, userId)
    if (!user) return { fault: faults.userNotFound }
    const { email } = user
    if (!user.email_confirmed_at) return { fault: faults.verifyEmailFirst }
    const seconds = waitSeconds(service, user.reauthentication_sent_at)
    if (seconds > 0) return { fault: faults.letterTooSoon(seconds) }
    if (!(await service.limits.letterTo(client, email, from))) return { fault: tooManyLetters(service) }
    const now = service.now()
    await recordEvent(client, { action: 'user_reauthenticate_requested', actor: user }, now)
    const { code } = await issueToken(client, { userId, type: token, email, now })
    outbox.push({ kind: 'reauthentication', to: email, code })
    return { ok: {} }
  })
}

/** Whether the code is the one that was sent last; it works once. */
export async function useNonce(
  { settings, now }: AuthService,
  client: PoolClient,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const sentAfter = new Date(now().getTime() - settings.letterSeconds * 1000)
  const matched = await matchToken(client, { userId: user.id, code }, [token], sentAfter)
  if (!matched) return false
  await removeTokens(client, user.id, [token])
  return true
}
