import type { PoolClient } from 'pg'
import { mergeMetadata, metadataFault, phoneFault } from '../contract/account-fields.ts'
import { type AuthResult, type AuthFault, faults } from '../contract/faults.ts'
import { unlessTaken } from '../contract/unless-taken.ts'
import { userJson } from '../contract/user-json.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { changedPasswordFault } from '../operations/new-password.ts'
import { allTokenTypes } from '../operations/one-time-tokens.ts'
import { confirmAddress, setPasswordHash, setUserMetadata } from '../stores/account-changes.ts'
import { lockUser, setAddress, setAppMetadata, setBan } from '../stores/admin-users.ts'
import { administrator, recordEvent } from '../stores/audit.ts'
import { deleteFlows } from '../stores/flows.ts'
import { removeTokens } from '../stores/one-time-tokens.ts'
import { deleteAllSessions } from '../stores/sessions.ts'
import { findUserByEmail, type UserRow } from '../stores/users.ts'
import { type AdminUserRequest, bannedUntil, optionalEmail, parseBanDuration } from './user-fields.ts'

/** Changes an account without its owner's confirmation. A new password ends all sessions. */
export async function updateUserById(
  service: AuthService,
  id: string,
  request: AdminUserRequest,
): Promise<AuthResult<ReturnType<typeof userJson>>> {
  const email = optionalEmail(request.email)
  if ('fault' in email) return email
  if (request.phone !== '') return { fault: phoneFault(request.phone) ?? faults.phoneDisabled }
  const banMs = parseBanDuration(request.ban_duration)
  if ('fault' in banMs) return banMs
  const passwordHash = await hashOf(service, request.password)
  if ('fault' in passwordHash) return passwordHash
  const changes = { request, email: email.ok, banMs: banMs.ok, passwordHash: passwordHash.ok, now: service.now() }
  const update = service.database.transaction(async (client): Promise<AuthResult<ReturnType<typeof userJson>>> => {
    const before = await lockUser(client, id)
    if (!before) return { fault: faults.noSuchUser }
    const fault = await apply(client, before, changes)
    if (fault) return { fault }
    const user = await lockUser(client, id)
    return user ? { ok: userJson(user) } : { fault: faults.noSuchUser }
  })
  return unlessTaken(update, faults.emailExists)
}

interface Changes {
  request: AdminUserRequest
  email: string | undefined
  banMs: number | undefined
  passwordHash: string | undefined
  now: Date
}

/** Checks everything first, so that nothing is changed if it returns a fault. */
async function apply(
  client: PoolClient,
  before: UserRow,
  { request, email, banMs, passwordHash, now }: Changes,
): Promise<AuthFault | undefined> {
  const { id } = before
  const { email_confirm: isConfirmed } = request
  const owner = email && (await findUserByEmail(client, email))
  if (owner && owner.id !== id) return faults.emailExists
  const userFacts = request.user_metadata && mergeMetadata(before.raw_user_meta_data, request.user_metadata)
  const appFacts = request.app_metadata && mergeMetadata(before.raw_app_meta_data, request.app_metadata)
  const fault = metadataFault(userFacts ?? {}) ?? metadataFault(appFacts ?? {})
  if (fault) return fault

  // The service's own facts are written last, so that they take precedence.
  if (userFacts) await setUserMetadata(client, id, userFacts, now)
  if (appFacts) await setAppMetadata(client, id, appFacts, now)
  if (isConfirmed) await confirmAddress(client, id, now)
  if (passwordHash) {
    await setPasswordHash(client, id, passwordHash, now)
    await deleteAllSessions(client, id)
  }
  if (email) await setAddress(client, id, { email, isVerified: isConfirmed }, now)
  // E-mails sent to the old address, or requested under the old password, must no longer open the account.
  if (email || passwordHash) {
    await removeTokens(client, id, allTokenTypes)
    await deleteFlows(client, id)
  }
  if (isConfirmed) await removeTokens(client, id, ['confirmation_token'])
  if (banMs !== undefined) await setBan(client, id, bannedUntil(banMs, now), now)
  await recordEvent(client, { action: 'user_modified', actor: administrator, traits: { user_id: id } }, now)
  return undefined
}

async function hashOf(service: AuthService, password: string | null | undefined): Promise<AuthResult<string | undefined>> {
  if (typeof password !== 'string') return { ok: undefined }
  const fault = changedPasswordFault(service, password)
  return fault ? { fault } : service.passwords.hash(password)
}
