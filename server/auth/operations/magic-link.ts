import * as v from 'valibot'
import { metadataFault, parseEmail, phoneFault } from '../contract/account-fields.ts'
import { type AuthFault, type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalMetadata, optionalText } from '../contract/read-body.ts'
import { insertUser, type NewUser } from '../stores/new-users.ts'
import { lockUserByEmail } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { prepareSilently, withEmails } from './emails.ts'
import { challengeFields, challengeOf } from './pkce.ts'

export const otpSchema = bodySchema({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: v.nullish(v.boolean('must be true or false'), true),
  data: optionalMetadata,
  ...challengeFields,
})

/**
 * Sends a sign-in link and code, creating the account if necessary. The answer is the same for every address,
 * whereas Supabase Auth (internal/api/otp.go) reveals which ones have accounts.
 */
export async function sendMagicLink(
  service: AuthService,
  request: v.InferOutput<typeof otpSchema>,
  from: string | undefined,
): Promise<AuthResult<object>> {
  if (request.email !== '' && request.phone !== '') return { fault: faults.otpForEmailAndPhone }
  if (request.email !== '' && request.channel !== '') return { fault: faults.otpChannel }
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge
  if (request.phone !== '') return { fault: phoneOtpFault(request) }
  if (request.email === '') return { fault: faults.otpForNobody }
  const email = parseEmail(request.email)
  if ('fault' in email) return email
  const fault = metadataFault(request.data)
  if (fault) return { fault }

  return withEmails(service, async (client, outbox) => {
    const newcomer: NewUser = { email: email.ok, passwordHash: '', metadata: request.data, createdBy: 'owner' }
    // Attempted for known addresses too, so that response times do not reveal them.
    const created = request.create_user ? await insertUser(client, newcomer, service.now()) : undefined
    const user = created ?? (await lockUserByEmail(client, email.ok))
    const account = user && { ...user, sentAt: user.recovery_sent_at }
    const action = created ? 'user_confirmation_requested' : 'user_recovery_requested'
    await prepareSilently(service, client, outbox, 'magic-link', { email: email.ok, account, action, challenge: challenge.ok, from })
    return { ok: {} }
  })
}

/** There are no phone numbers here: one is looked up only where it may not create an account. */
function phoneOtpFault({ phone, create_user }: v.InferOutput<typeof otpSchema>): AuthFault {
  return create_user ? faults.phoneDisabled : (phoneFault(phone) ?? faults.otpDisabled)
}
