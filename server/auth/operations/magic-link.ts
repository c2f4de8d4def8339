import * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { parseEmail } from '../contract/email-address.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { waitSeconds, withLetters, writeSilently } from './emails.ts'
import { metadataFault } from '../contract/account-fields.ts'
import { insertUser } from '../stores/new-users.ts'
import { challengeFields, challengeOf } from './pkce.ts'
import { bodySchema, optionalMetadata, optionalText } from '../contract/read-body.ts'
import { lockUserByEmail } from '../stores/users.ts'

export const otpSchema = bodySchema({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: v.nullish(v.boolean('must be true or false'), true),
  data: optionalMetadata,
  ...challengeFields,
})

/**
 * Writes a letter with a link and a code that sign in, to a new account if need be. The answer is the same for every
 * address; Supabase Auth tells by other answers which of them have accounts.
 */
export async function sendMagicLink(
  service: AuthService,
  request: v.InferOutput<typeof otpSchema>,
  redirectTo: string,
  from: string | undefined,
): Promise<Answer<object>> {
  if (request.email !== '' && request.phone !== '') return { fault: faults.otpForEmailAndPhone }
  if (request.email !== '' && request.channel !== '') return { fault: faults.otpChannel }
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge
  if (request.phone !== '') return { fault: faults.phoneDisabled }
  if (request.email === '') return { fault: faults.otpForNobody }
  const email = parseEmail(request.email)
  if ('fault' in email) return email
  const fault = metadataFault(request.data)
  if (fault) return { fault }

  return withLetters(service, async (client, outbox) => {
    const newcomer = { email: email.ok, passwordHash: '', metadata: request.data }
    // Tried for known addresses too, so that time does not tell them apart.
    const created = request.create_user ? await insertUser(client, newcomer, service.now()) : undefined
    const user = created ?? (await lockUserByEmail(client, email.ok))
    const account = user && waitSeconds(service, user.recovery_sent_at) === 0 ? user : undefined
    const wish = { redirectTo, challenge: challenge.ok }
    const action = created ? 'user_confirmation_requested' : 'user_recovery_requested'
    await writeSilently(service, client, outbox, 'magic-link', { email: email.ok, account, action, wish, from })
    return { ok: {} }
  })
}
