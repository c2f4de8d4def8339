import type * as v from 'valibot'
import { replaceMetadata, setPasswordHash } from '../stores/account-changes.ts'
import { lockUser } from '../stores/admin-users.ts'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import { parseEmail } from '../contract/email-address.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { type LinkWish, waitSeconds, withLetters, writeLetter } from './emails.ts'
import { metadataFault } from '../contract/account-fields.ts'
import { insertUser, type NewUser } from '../stores/new-users.ts'
import { passwordFault } from './passwords.ts'
import { challengeFields, challengeOf } from './pkce.ts'
import { bodySchema, optionalMetadata, optionalText } from '../contract/read-body.ts'
import { openSession, sessionJson, type SessionJson } from './open-session.ts'
import { newcomerJson, obfuscatedUserJson, userJson } from '../contract/user-json.ts'
import { findUserById, lookUpUserByEmail, type UserRow } from '../stores/users.ts'
import type { Visit } from '../routes/client-info.ts'

export const signUpSchema = bodySchema({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalMetadata,
  ...challengeFields,
})

type SignUpJson = SessionJson | ReturnType<typeof userJson | typeof newcomerJson | typeof obfuscatedUserJson>

/**
 * Creates an account and writes to its address, which is confirmed by the letter. Where the account is usable at once
 * the answer is a session, otherwise the person without one. What a repeated sign-up learns depends on the same
 * setting: a plain fault, or nothing at all.
 */
export async function signUp(
  service: AuthService,
  request: v.InferOutput<typeof signUpSchema>,
  visit: Visit,
  redirectTo: string,
): Promise<Answer<SignUpJson>> {
  if (request.email === '' && request.phone === '') return { fault: faults.anonymousDisabled }
  const fault = passwordFault(request.password) ?? metadataFault(request.data)
  if (fault) return { fault }
  if (request.email === '') return { fault: faults.phoneSignUpDisabled }
  if (request.phone !== '') return { fault: faults.emailAndPhoneAtSignUp }
  const email = parseEmail(request.email)
  if ('fault' in email) return email
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge

  const wish = { redirectTo, challenge: challenge.ok }
  // Also while the address is free: what it costs to be sent a confirmation is the same for everybody.
  const letters = await service.limits.take('letter', { address: visit.address, account: email.ok })
  const newcomer = { email: email.ok, password: request.password, metadata: request.data }
  // Each of the two costs one bcrypt, so that time does not tell a known address from an unknown one.
  const known = await lookUpUserByEmail(service.database, email.ok)
  const created = known ? 'taken' : await create(service, newcomer, wish, visit)
  if (created !== 'taken') return created
  // If nobody was known, somebody had the address a moment earlier: perhaps the same person, by a second click.
  const account = known ?? (await lookUpUserByEmail(service.database, email.ok))
  return repeat(service, account, newcomer, wish, visit, 'ok' in letters ? 'may-write' : 'silent')
}

interface Newcomer extends Pick<NewUser, 'email' | 'metadata'> {
  password: string
}

async function create(
  service: AuthService,
  { email, password, metadata }: Newcomer,
  wish: LinkWish,
  visit: Visit,
): Promise<Answer<SignUpJson> | 'taken'> {
  const hashed = await service.passwords.hash(password)
  if ('fault' in hashed) return hashed
  const { unverifiedSignIns } = service.settings
  const created = await withLetters(service, async (client, outbox) => {
    const now = service.now()
    const user = await insertUser(client, { email, passwordHash: hashed.ok, metadata }, now)
    if (!user) return 'taken'
    // Counted for those that may follow; the first one is always written.
    await service.limits.letterTo(client, email, visit.address)
    outbox.push(await writeLetter(service, client, 'confirmation', user, wish))
    const action = unverifiedSignIns ? 'user_signedup' : 'user_confirmation_requested'
    await recordEvent(client, { action, actor: user, traits: { provider: 'email' } }, now)
    const written = (await findUserById(client, user.id)) ?? user
    return unverifiedSignIns ? openSession(client, written, { method: 'password', visit }, now) : { user: written }
  })
  if (created === 'taken') return created
  return { ok: 'session' in created ? await sessionJson(service, created) : userJson(created.user) }
}

/**
 * A sign-up for an address that has an account. Somebody who has not confirmed it is written to again, silently not
 * where that was done a moment ago or too often: a 429 as from Supabase Auth would tell this account from a confirmed
 * one. The answer holds what was sent, and nothing of the account.
 *
 * Where two sign-ups chose different passwords, one of them is not the owner's, and which is not known: the letter that
 * is followed may answer the other one. So neither survives; the owner chooses one by the letter of recovery.
 */
async function repeat(
  service: AuthService,
  known: UserRow | undefined,
  { email, password, metadata }: Newcomer,
  wish: LinkWish,
  visit: Visit,
  letters: 'may-write' | 'silent',
): Promise<Answer<SignUpJson>> {
  const matched = await service.passwords.matches(password, known?.encrypted_password)
  if ('fault' in matched) return matched
  if (service.settings.unverifiedSignIns) return { fault: faults.userExists }
  return withLetters(service, async (client, outbox): Promise<Answer<SignUpJson>> => {
    const now = service.now()
    const user = known && (await lockUser(client, known.id))
    if (!user || user.deleted_at) return { ok: obfuscatedUserJson(email, metadata, now) }
    await recordEvent(client, { action: 'user_repeated_signup', actor: user, traits: { provider: 'email' } }, now)
    if (user.email_confirmed_at) return { ok: obfuscatedUserJson(email, metadata, now) }
    const isSame = matched.ok && user.encrypted_password === known.encrypted_password
    if (!isSame) await setPasswordHash(client, user.id, '', now)
    // What an invitation tells of somebody is the organisation's, not that of whoever types the address.
    if (!user.invited_at) await replaceMetadata(client, user, metadata, now)
    const isDue = letters === 'may-write' && waitSeconds(service, user.confirmation_sent_at) === 0
    if (isDue && (await service.limits.letterTo(client, email, visit.address))) {
      outbox.push(await writeLetter(service, client, 'confirmation', user, wish))
    }
    return { ok: newcomerJson(email, metadata, now) }
  })
}
