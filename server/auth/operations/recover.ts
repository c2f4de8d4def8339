import type * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { parseEmail } from '../contract/email-address.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { waitSeconds, withLetters, writeSilently } from './emails.ts'
import { challengeFields, challengeOf } from './pkce.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { lockUserByEmail } from '../stores/users.ts'

export const recoverSchema = bodySchema({ email: optionalText, ...challengeFields })

/**
 * Writes to somebody who forgot the password. The answer is the same for every address, also for one that was written
 * to a moment ago, where Supabase Auth answers 429 and so tells that it has an account.
 */
export async function recover(
  service: AuthService,
  request: v.InferOutput<typeof recoverSchema>,
  redirectTo: string,
  from: string | undefined,
): Promise<Answer<object>> {
  if (request.email === '') return { fault: faults.recoveryWithoutEmail }
  const email = parseEmail(request.email)
  if ('fault' in email) return email
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge
  return withLetters(service, async (client, outbox) => {
    const user = await lockUserByEmail(client, email.ok)
    const account = user && waitSeconds(service, user.recovery_sent_at) === 0 ? user : undefined
    const wish = { redirectTo, challenge: challenge.ok }
    const action = 'user_recovery_requested'
    await writeSilently(service, client, outbox, 'recovery', { email: email.ok, account, action, wish, from })
    return { ok: {} }
  })
}
