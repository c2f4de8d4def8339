import type { PoolClient } from 'pg'
import type * as v from 'valibot'
import { credentialLimits } from '../../../domain/credentials.ts'
import type { Letter } from '../../mail/mailer.ts'
import { setPasswordHash, setUserMetadata } from '../stores/account-changes.ts'
import { lockUser } from '../stores/admin-users.ts'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import type { Caller } from './caller.ts'
import { parseEmail } from '../contract/email-address.ts'
import { mayAskBoth, writeEmailChange } from './email-change.ts'
import { type Answer, type AuthFault, faults } from '../contract/faults.ts'
import type { Challenge } from '../stores/flows.ts'
import { tooManyLetters, waitSeconds, withLetters } from './emails.ts'
import { mergeMetadata, metadataFault } from '../contract/account-fields.ts'
import { allTokenTypes } from './one-time-tokens.ts'
import { forgetLetters, removeTokens } from '../stores/one-time-tokens.ts'
import { passwordFault } from './passwords.ts'
import { challengeFields, challengeOf } from './pkce.ts'
import { bodySchema, metadataIfGiven, optionalText, textIfGiven } from '../contract/read-body.ts'
import { useNonce } from './reauthenticate.ts'
import { deleteSessions } from '../stores/sessions.ts'
import { userJson } from '../contract/user-json.ts'
import { findUserByEmail, findUserById, type Metadata, type UserRow } from '../stores/users.ts'

export const updateUserSchema = bodySchema({
  email: optionalText,
  phone: optionalText,
  password: textIfGiven,
  nonce: optionalText,
  data: metadataIfGiven,
  app_metadata: metadataIfGiven,
  ...challengeFields,
})

type UpdateRequest = v.InferOutput<typeof updateUserSchema>

/** What of a request is to be changed, checked as far as it can be without the account. */
interface Changes {
  email: string | undefined
  passwordHash: string | undefined
  data: Metadata | null | undefined
  nonce: string
  challenge: Challenge | undefined
}

/** Somebody who is signed in changes the own password, address or metadata. */
export async function updateUser(
  service: AuthService,
  caller: Caller,
  request: UpdateRequest,
  redirectTo: string,
  from: string | undefined,
): Promise<Answer<ReturnType<typeof userJson>>> {
  const changes = await readChanges(service, caller, request)
  if ('fault' in changes) return changes
  const { email } = changes.ok
  const taken = email ? await service.limits.take('letter', { address: from, account: email }) : { ok: null }
  if ('fault' in taken) return taken
  return withLetters(service, async (client, outbox) => {
    const user = await lockUser(client, caller.user.id)
    if (!user) return { fault: faults.userNotFound }
    const fault = await apply(service, client, outbox, { ...caller, user }, changes.ok, { redirectTo, from })
    if (fault) return { fault }
    const written = await findUserById(client, user.id)
    return written ? { ok: userJson(written) } : { fault: faults.userNotFound }
  })
}

async function readChanges(
  service: AuthService,
  { user, session }: Caller,
  request: UpdateRequest,
): Promise<Answer<Changes>> {
  const challenge = challengeOf(request)
  if ('fault' in challenge) return challenge
  const email = request.email === '' ? { ok: user.email } : parseEmail(request.email)
  if ('fault' in email) return email
  if (request.phone !== '') return { fault: faults.phoneDisabled }
  const password = request.password ?? undefined
  const weakness = password === undefined ? undefined : newPasswordFault(password)
  if (weakness) return { fault: weakness }
  if (request.app_metadata) return { fault: faults.appMetadataForbidden }
  const newEmail = email.ok === user.email ? undefined : email.ok
  const secured = user.factors.some(({ status }) => status === 'verified')
  if (secured && session.aal !== 'aal2' && (password !== undefined || newEmail !== undefined)) {
    return { fault: faults.secondFactorNeeded }
  }
  const passwordHash = password === undefined ? { ok: undefined } : await hashNewPassword(service, user, password)
  if ('fault' in passwordHash) return passwordHash
  const { data, nonce } = request
  return { ok: { email: newEmail, passwordHash: passwordHash.ok, data, nonce, challenge: challenge.ok } }
}

function newPasswordFault(password: string): AuthFault | undefined {
  return password === '' ? faults.passwordTooShort(credentialLimits.passwordMin) : passwordFault(password)
}

async function hashNewPassword(
  { passwords }: AuthService,
  user: UserRow,
  password: string,
): Promise<Answer<string>> {
  const same = await passwords.matches(password, user.encrypted_password)
  if ('fault' in same) return same
  return same.ok ? { fault: faults.samePassword } : passwords.hash(password)
}

async function apply(
  service: AuthService,
  client: PoolClient,
  outbox: Letter[],
  { user, session }: Caller,
  { email, passwordHash, data, nonce, challenge }: Changes,
  { redirectTo, from }: { redirectTo: string; from: string | undefined },
): Promise<AuthFault | undefined> {
  const now = service.now()
  if (email && (await findUserByEmail(client, email))) return faults.emailExists
  const seconds = email ? waitSeconds(service, user.email_change_sent_at) : 0
  if (seconds > 0) return faults.letterTooSoon(seconds)
  const metadata = data && merged(user.raw_user_meta_data, data)
  const metadataIsWrong = metadata && metadataFault(metadata)
  if (metadataIsWrong) return metadataIsWrong
  // A fresh Supabase project does not ask for a nonce; one that is given has to be right.
  if (passwordHash && nonce !== '' && !(await useNonce(service, client, user, nonce))) return faults.nonceInvalid
  // Last, so that a letter which nobody writes does not count.
  if (email && !(await mayAskBoth(service, client, [user.email, email], from))) return tooManyLetters(service)

  if (passwordHash) {
    await setPasswordHash(client, user.id, passwordHash, now)
    // Whoever knew the old password may have asked for letters and opened sessions.
    await removeTokens(client, user.id, allTokenTypes)
    await forgetLetters(client, user.id)
    await deleteSessions(client, 'others', session)
    await recordEvent(client, { action: 'user_updated_password', actor: user }, now)
    outbox.push({ kind: 'password-changed', to: user.email })
  }
  if (metadata) await setUserMetadata(client, user.id, metadata, now)
  if (email) outbox.push(...(await writeEmailChange(service, client, user, email, { redirectTo, challenge })))
  await recordEvent(client, { action: 'user_modified', actor: user }, now)
  return undefined
}

/** What the service knows itself stays. */
function merged(old: Metadata, changes: Metadata): Metadata {
  return mergeMetadata(old, Object.fromEntries(Object.entries(changes).filter(([name]) => !ownFacts.includes(name))))
}

const ownFacts = ['sub', 'email', 'email_verified', 'phone_verified']
