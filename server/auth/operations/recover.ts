import type * as v from 'valibot'
import { parseEmail } from '../contract/account-fields.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { lockUserByEmail } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { prepareSilently, withEmails } from './emails.ts'
import { challengeFields, challengeOf } from './pkce.ts'

export const recoverSchema = bodySchema({ email: optionalText, ...challengeFields })

/**
 * Sends a link and a code for a forgotten password. The answer is the same for every address, even if an e-mail was sent
 * a moment ago. Supabase Auth (internal/api/recover.go) answers 429 then, which reveals that the account exists.
 */
export async function recover(
  service: AuthService,
  request: v.InferOutput<typeof recoverSchema>,
  from: string | undefined,
): Promise<AuthResult<object>> {
  if (request.email === '') return { fault: faults.recoveryWithoutEmail }
  const email = parseEmail(request.email)
  if ('fault' in email) return email
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge
  return withEmails(service, async (client, outbox) => {
    const user = await lockUserByEmail(client, email.ok)
    const account = user && { ...user, sentAt: user.recovery_sent_at }
    const action = 'user_recovery_requested'
    await prepareSilently(service, client, outbox, 'recovery', { email: email.ok, account, action, challenge: challenge.ok, from })
    return { ok: {} }
  })
}
