import type * as v from 'valibot'
import { metadataFault, parseEmail } from '../contract/account-fields.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalMetadata, optionalText } from '../contract/read-body.ts'
import { newUserJson, obfuscatedUserJson, userJson } from '../contract/user-json.ts'
import { replaceMetadata, setPasswordHash } from '../stores/account-changes.ts'
import { lockUser } from '../stores/admin-users.ts'
import { recordEvent } from '../stores/audit.ts'
import { mailboxOf } from '../../limits/buckets.ts'
import { insertUser, type NewUser } from '../stores/new-users.ts'
import type { ClientInfo } from '../stores/sessions.ts'
import { findUserById, lookUpUserByEmail, type UserRow } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { type LinkOptions, prepareEmail, waitSeconds, withEmails } from './emails.ts'
import { newPasswordFault } from './new-password.ts'
import { openSession, sessionJson } from './open-session.ts'
import { challengeFields, challengeOf } from './pkce.ts'

export const signUpSchema = bodySchema({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalMetadata,
  ...challengeFields,
})

/** A session, or a user without one. */
type SignUpJson = object

/**
 * Creates an account and sends an e-mail to confirm its address. If unconfirmed accounts are usable, the answer is a
 * session and a repeated sign-up is a fault. Otherwise the answer is the user without a session, and a repeated sign-up
 * reveals nothing.
 */
export async function signUp(
  service: AuthService,
  request: v.InferOutput<typeof signUpSchema>,
  clientInfo: ClientInfo,
  redirectTo: string,
): Promise<AuthResult<SignUpJson>> {
  if (request.email === '' && request.phone === '') {
    const { anonymous } = service.ways
    return anonymous ? anonymous.signUpAnonymously(service, request, clientInfo) : { fault: faults.anonymousDisabled }
  }
  const fault = newPasswordFault(service, request.password) ?? metadataFault(request.data)
  if (fault) return { fault }
  if (request.email === '') return { fault: faults.phoneSignUpDisabled }
  if (request.phone !== '') return { fault: faults.emailAndPhoneAtSignUp }
  const email = parseEmail(request.email)
  if ('fault' in email) return email
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge

  const wish = { redirectTo, challenge: challenge.ok }
  // Counted for unknown addresses too, so that known and unknown ones behave alike.
  const emails = await service.limits.take('email', { address: clientInfo.address, account: email.ok })
  const newcomer = { email: email.ok, password: request.password, metadata: request.data }
  // Each branch computes one bcrypt hash, so that response times do not reveal known addresses.
  const known = await lookUpUserByEmail(service.database, email.ok)
  const created = known ? 'taken' : await create(service, newcomer, wish, clientInfo)
  if (created !== 'taken') return created
  // An unknown address may have been taken a moment earlier, perhaps by the same person's second click.
  const account = known ?? (await lookUpUserByEmail(service.database, email.ok))
  return repeat(service, account, newcomer, wish, clientInfo, 'ok' in emails ? 'may-write' : 'silent')
}

interface Newcomer extends Pick<NewUser, 'email' | 'metadata'> {
  password: string
}

async function create(
  service: AuthService,
  { email, password, metadata }: Newcomer,
  wish: LinkOptions,
  clientInfo: ClientInfo,
): Promise<AuthResult<SignUpJson> | 'taken'> {
  const hashed = await service.passwords.hash(password)
  if ('fault' in hashed) return hashed
  const { unverifiedSignIns } = service.settings
  const created = await withEmails(service, async (client, outbox) => {
    const now = service.now()
    const user = await insertUser(client, { email, passwordHash: hashed.ok, metadata, createdBy: 'owner' }, now)
    if (!user) return 'taken'
    // The first e-mail counts, and is sent all the same: strangers who use up the limit keep nobody from signing up. Of one
    // mailbox there are as many sub-addresses as somebody likes, so those have no such right.
    const isAllowed = await service.limits.countEmail(client, email, clientInfo.address)
    const message = await prepareEmail(service, client, 'confirmation', user, wish)
    if (isAllowed || mailboxOf(email) === email) outbox.push(message)
    const action = unverifiedSignIns ? 'user_signedup' : 'user_confirmation_requested'
    await recordEvent(client, { action, actor: user, traits: { provider: 'email' } }, now)
    const written = (await findUserById(client, user.id)) ?? user
    const opened = unverifiedSignIns && (await openSession(client, written, { method: 'password', clientInfo }, now))
    return opened || { user: written }
  })
  if (created === 'taken') return created
  return { ok: 'session' in created ? await sessionJson(service, created) : userJson(created.user) }
}

/**
 * A sign-up for an address that has an account. If it is unconfirmed, the e-mail is sent again, unless the last one was
 * recent or the limit is reached. That is not reported: Supabase Auth's 429 (internal/api/signup.go) would distinguish
 * this account from a confirmed one. The answer echoes the request and contains nothing of the account.
 *
 * If two sign-ups chose different passwords, one of them is not the owner's, and the link that the owner follows may
 * belong to either. So neither password is kept; the owner chooses one by "Forgot password".
 */
async function repeat(
  service: AuthService,
  known: UserRow | undefined,
  { email, password, metadata }: Newcomer,
  wish: LinkOptions,
  clientInfo: ClientInfo,
  emails: 'may-write' | 'silent',
): Promise<AuthResult<SignUpJson>> {
  const matched = await service.passwords.matches(password, known?.encrypted_password)
  if ('fault' in matched) return matched
  if (service.settings.unverifiedSignIns) return { fault: faults.userExists }
  return withEmails(service, async (client, outbox): Promise<AuthResult<SignUpJson>> => {
    const now = service.now()
    const user = known && (await lockUser(client, known.id))
    if (!user || user.deleted_at) return { ok: obfuscatedUserJson(email, metadata, now) }
    await recordEvent(client, { action: 'user_repeated_signup', actor: user, traits: { provider: 'email' } }, now)
    if (user.email_confirmed_at) return { ok: obfuscatedUserJson(email, metadata, now) }
    const isSame = matched.ok && user.encrypted_password === known.encrypted_password
    if (!isSame) await setPasswordHash(client, user.id, '', now)
    // The metadata of an invitation is the organisation's; a stranger who signs up with the address must not replace it.
    if (!user.invited_at) await replaceMetadata(client, user, metadata, now)
    const isDue = emails === 'may-write' && waitSeconds(service, user.confirmation_sent_at) === 0
    if (isDue && (await service.limits.countEmail(client, email, clientInfo.address))) {
      outbox.push(await prepareEmail(service, client, 'confirmation', user, wish))
    }
    return { ok: newUserJson(email, metadata, now) }
  })
}
