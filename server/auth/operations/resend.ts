import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type * as v from 'valibot'
import type { Email } from '../../../mail/mailer.ts'
import { parseEmail } from '../contract/account-fields.ts'
import { type AuthResult, type AuthFault, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { commitWithoutWaiting } from '../stores/one-time-tokens.ts'
import { lockUserByEmail } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { countBoth, prepareEmailChange } from './email-change.ts'
import { prepareSilently, type SilentEmail, waitSeconds, withEmails } from './emails.ts'
import { challengeFields, challengeOf } from './pkce.ts'

export const resendSchema = bodySchema({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
})

type ResendRequest = v.InferOutput<typeof resendSchema>

/** Sends a confirmation again, with a new code. The answer is the same whether or not one is pending. */
export async function resend(
  service: AuthService,
  request: ResendRequest,
  from: string | undefined,
): Promise<AuthResult<object>> {
  const fault = requestFault(request)
  if (fault) return { fault }
  const email = parseEmail(request.email)
  if ('fault' in email) return email
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge
  const write = request.type === 'signup' ? confirmationAgain : emailChangeAgain
  await withEmails(service, (client, outbox) => write(service, client, outbox, { email: email.ok, challenge: challenge.ok, from }))
  return { ok: {} }
}

function requestFault({ type, email, phone }: ResendRequest): AuthFault | undefined {
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) return faults.resendType
  if (email === '' && type === 'signup') return faults.resendWithoutEmail
  if (phone === '' && type === 'sms') return faults.resendWithoutPhone
  if (email !== '' && phone !== '') return faults.resendToEmailAndPhone
  if (phone !== '') return faults.resendPhoneDisabled
  return email === '' ? faults.resendToNobody : undefined
}

type Asked = Pick<SilentEmail, 'email' | 'challenge' | 'from'>

async function confirmationAgain(
  service: AuthService,
  client: PoolClient,
  outbox: Email[],
  { email, challenge, from }: Asked,
): Promise<void> {
  const user = await lockUserByEmail(client, email)
  const account = user && !user.email_confirmed_at ? { ...user, sentAt: user.confirmation_sent_at } : undefined
  const action = 'user_confirmation_requested'
  await prepareSilently(service, client, outbox, 'confirmation', { email, account, action, challenge, from })
}

async function emailChangeAgain(
  service: AuthService,
  client: PoolClient,
  outbox: Email[],
  { email, challenge, from }: Asked,
): Promise<void> {
  const user = await lockUserByEmail(client, email)
  const waits = user && user.email_change !== '' && waitSeconds(service, user.email_change_sent_at) === 0
  await commitWithoutWaiting(client)
  // The same work for a fictitious account, so that response times do not reveal a pending change.
  const mailboxes = waits ? { own: email, wanted: user.email_change } : { own: randomUUID(), wanted: randomUUID() }
  const may = await countBoth(service, client, mailboxes, from)
  const account = waits && may.own ? user : undefined
  const nobody = { id: randomUUID(), email }
  const wanted = { email: account?.email_change ?? email, mayWrite: may.wanted }
  const emails = await prepareEmailChange(service, client, account ?? nobody, wanted, challenge)
  if (account) outbox.push(...emails)
}
