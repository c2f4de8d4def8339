import type { PoolClient } from 'pg'
import type * as v from 'valibot'
import type { Email } from '../../../mail/mailer.ts'
import { mergeMetadata, metadataFault, parseEmail, phoneFault } from '../contract/account-fields.ts'
import { type AuthFault, type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, metadataIfGiven, optionalText, textIfGiven } from '../contract/read-body.ts'
import { userJson } from '../contract/user-json.ts'
import { setPasswordHash, setUserMetadata } from '../stores/account-changes.ts'
import { recordEvent } from '../stores/audit.ts'
import { type Challenge, deleteFlows } from '../stores/flows.ts'
import { clearEmailTimes, removeTokens } from '../stores/one-time-tokens.ts'
import { deleteSessions } from '../stores/sessions.ts'
import { findUserById, type Metadata, type UserRow } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { type Caller, hasVerifiedFactor, lockCaller } from './caller.ts'
import { faultOfProof } from './current-password.ts'
import { countBoth, prepareEmailChange } from './email-change.ts'
import { tooManyEmails, waitSeconds, withEmails } from './emails.ts'
import { changedPasswordFault } from './new-password.ts'
import { allTokenTypes } from './one-time-tokens.ts'
import { challengeFields, challengeOf } from './pkce.ts'
import { useNonce } from './reauthenticate.ts'

export const updateUserSchema = bodySchema({
  email: optionalText,
  phone: optionalText,
  password: textIfGiven,
  current_password: optionalText,
  nonce: optionalText,
  data: metadataIfGiven,
  app_metadata: metadataIfGiven,
  ...challengeFields,
})

type UpdateRequest = v.InferOutput<typeof updateUserSchema>

/** The requested changes, validated as far as possible without locking the account. */
interface Changes {
  email: string | undefined
  passwordHash: string | undefined
  data: Metadata | null | undefined
  nonce: string
  challenge: Challenge | undefined
}

/** A signed-in user changes their own password, address or metadata. */
export async function updateUser(
  service: AuthService,
  caller: Caller,
  request: UpdateRequest,
  from: string | undefined,
): Promise<AuthResult<ReturnType<typeof userJson>>> {
  const changes = await readChanges(service, caller, request, from)
  if ('fault' in changes) return changes
  const { email } = changes.ok
  const taken = email ? await service.limits.take('email', { address: from, account: email }) : { ok: null }
  if ('fault' in taken) return taken
  return withEmails(service, async (client, outbox) => {
    const locked = await lockCaller(client, caller, service.now())
    if ('fault' in locked) return locked
    const fault = await apply(service, client, outbox, locked.ok, changes.ok, from)
    if (fault) return { fault }
    const written = await findUserById(client, caller.user.id)
    return written ? { ok: userJson(written) } : { fault: faults.userNotFound }
  })
}

async function readChanges(
  service: AuthService,
  caller: Caller,
  request: UpdateRequest,
  from: string | undefined,
): Promise<AuthResult<Changes>> {
  const { user } = caller
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge
  const email = request.email === '' ? { ok: user.email } : parseEmail(request.email)
  if ('fault' in email) return email
  if (request.phone !== '') return { fault: phoneFault(request.phone) ?? faults.phoneDisabled }
  const password = request.password ?? undefined
  const weakness = password === undefined ? undefined : changedPasswordFault(service, password)
  if (weakness) return { fault: weakness }
  if (request.app_metadata) return { fault: faults.appMetadataForbidden }
  const newEmail = email.ok === user.email ? undefined : email.ok
  const levelFault = credentialsFault(caller, password ?? newEmail)
  if (levelFault) return { fault: levelFault }
  const presented = { currentPassword: request.current_password, nonce: request.nonce }
  const unproven = password === undefined ? undefined : await faultOfProof(service, caller, presented, from)
  if (unproven) return { fault: unproven }
  // Before the password is compared with the current one: what is certain to be refused must not tell of that.
  const otherFault = faultBeside(service, user, newEmail, request.data)
  if (otherFault) return { fault: otherFault }
  const passwordHash = password === undefined ? { ok: undefined } : await hashNewPassword(service, user, password)
  if ('fault' in passwordHash) return passwordHash
  const { data, nonce } = request
  return { ok: { email: newEmail, passwordHash: passwordHash.ok, data, nonce, challenge: challenge.ok } }
}

/** What is wrong with a change of password or address, if anything: a second factor has to be shown before. */
function credentialsFault({ user, session }: Caller, change: string | undefined): AuthFault | undefined {
  if (change === undefined || session.aal === 'aal2') return undefined
  return hasVerifiedFactor(user) ? faults.secondFactorNeeded : undefined
}

/** Why address or metadata cannot be changed at this moment, if they cannot. */
function faultBeside(
  service: AuthService,
  user: UserRow,
  email: string | undefined,
  data: Changes['data'],
): AuthFault | undefined {
  const seconds = email ? waitSeconds(service, user.email_change_sent_at) : 0
  if (seconds > 0) return faults.emailTooSoon(seconds)
  return data ? metadataFault(merged(user.raw_user_meta_data, data)) : undefined
}

async function hashNewPassword(
  { passwords }: AuthService,
  user: UserRow,
  password: string,
): Promise<AuthResult<string>> {
  const same = await passwords.matches(password, user.encrypted_password)
  if ('fault' in same) return same
  return same.ok ? { fault: faults.samePassword } : passwords.hash(password)
}

async function apply(
  service: AuthService,
  client: PoolClient,
  outbox: Email[],
  caller: Caller,
  { email, passwordHash, data, nonce, challenge }: Changes,
  from: string | undefined,
): Promise<AuthFault | undefined> {
  const now = service.now()
  const { user, session } = caller
  // A factor may have been verified while the password was hashed.
  const levelFault = credentialsFault(caller, passwordHash ?? email)
  if (levelFault) return levelFault
  const otherFault = faultBeside(service, user, email, data)
  if (otherFault) return otherFault
  const metadata = data && merged(user.raw_user_meta_data, data)
  if (passwordHash && nonce !== '' && !(await useNonce(service, client, user, nonce))) return faults.nonceInvalid
  // Last, so that only e-mails that are sent count.
  const may = email ? await countBoth(service, client, { own: user.email, wanted: email }, from) : undefined
  if (may && !may.own) return tooManyEmails(service)

  if (passwordHash) {
    await setPasswordHash(client, user.id, passwordHash, now)
    // Somebody who knew the old password may have requested e-mails and opened sessions.
    await removeTokens(client, user.id, allTokenTypes)
    await deleteFlows(client, user.id)
    await clearEmailTimes(client, user.id)
    await deleteSessions(client, 'others', session)
    await recordEvent(client, { action: 'user_updated_password', actor: user }, now)
    outbox.push({ kind: 'password-changed', to: user.email })
  }
  if (metadata) await setUserMetadata(client, user.id, metadata, now)
  if (email && may) {
    outbox.push(...(await prepareEmailChange(service, client, user, { email, mayWrite: may.wanted }, challenge)))
  }
  await recordEvent(client, { action: 'user_modified', actor: user }, now)
  return undefined
}

/** The service's own facts cannot be changed. */
function merged(old: Metadata, changes: Metadata): Metadata {
  return mergeMetadata(old, Object.fromEntries(Object.entries(changes).filter(([name]) => !ownFacts.includes(name))))
}

const ownFacts = ['sub', 'email', 'email_verified', 'phone_verified']
