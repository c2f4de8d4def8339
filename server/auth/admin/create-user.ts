import { isUuid } from '../../../domain/uuid.ts'
import { mergeMetadata, metadataFault, passwordFault, phoneFault } from '../contract/account-fields.ts'
import { type AuthFault, type AuthResult, faults } from '../contract/faults.ts'
import { unlessTaken } from '../contract/unless-taken.ts'
import { userJson } from '../contract/user-json.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { confirmAddress } from '../stores/account-changes.ts'
import { lockUser, setAppMetadata, setBan } from '../stores/admin-users.ts'
import { administrator, recordEvent } from '../stores/audit.ts'
import { insertUser } from '../stores/new-users.ts'
import { findUserByEmail } from '../stores/users.ts'
import { type AdminUserRequest, bannedUntil, optionalEmail, parseBanDuration } from './user-fields.ts'

/** Creates an account without sending an e-mail. Without a password, its owner signs in by a link, or after a password has been set. */
export async function createUser(
  service: AuthService,
  request: AdminUserRequest,
): Promise<AuthResult<ReturnType<typeof userJson>>> {
  const account = await readAccount(service, request)
  if ('fault' in account) return account
  const { email, passwordHash, banMs } = account.ok
  const now = service.now()
  const creation = service.database.transaction(async (client): Promise<AuthResult<ReturnType<typeof userJson>>> => {
    if (await findUserByEmail(client, email)) return { fault: faults.emailExists }
    if (request.id && (await lockUser(client, request.id))) return { fault: faults.newIdTaken }
    const metadata = request.user_metadata ?? {}
    const chosen = request.id ? { id: request.id } : {}
    const created = await insertUser(client, { ...chosen, email, passwordHash, metadata, createdBy: 'administrator' }, now)
    if (!created) return { fault: faults.emailExists }
    if (request.app_metadata) {
      await setAppMetadata(client, created.id, mergeMetadata(created.raw_app_meta_data, request.app_metadata), now)
    }
    if (request.email_confirm) await confirmAddress(client, created.id, now)
    if (banMs !== undefined) await setBan(client, created.id, bannedUntil(banMs, now), now)
    const traits = { user_id: created.id, user_email: email, provider: 'email' }
    await recordEvent(client, { action: 'user_signedup', actor: administrator, traits }, now)
    const user = await lockUser(client, created.id)
    return user ? { ok: userJson(user) } : { fault: faults.noSuchUser }
  })
  // insertUser handles an address that is taken concurrently; only the id can still collide.
  return unlessTaken(creation, faults.newIdTaken)
}

interface NewAccount {
  email: string
  passwordHash: string
  banMs: number | undefined
}

async function readAccount(service: AuthService, request: AdminUserRequest): Promise<AuthResult<NewAccount>> {
  if (request.email === '' && request.phone === '') return { fault: faults.nobodyToCreate }
  const email = optionalEmail(request.email)
  if ('fault' in email) return email
  if (request.phone !== '' || email.ok === undefined) return { fault: phoneFault(request.phone) ?? faults.phoneDisabled }
  const banMs = parseBanDuration(request.ban_duration)
  const fault = idFault(request.id) ?? factsFault(request)
  if (fault) return { fault }
  const passwordHash = await hashOf(service, request)
  if ('fault' in passwordHash) return passwordHash
  if ('fault' in banMs) return banMs
  return { ok: { email: email.ok, passwordHash: passwordHash.ok, banMs: banMs.ok } }
}

function factsFault({ user_metadata, app_metadata }: AdminUserRequest): AuthFault | undefined {
  return metadataFault(user_metadata ?? {}) ?? metadataFault(app_metadata ?? {})
}

function idFault(id: string): AuthFault | undefined {
  if (id === '') return undefined
  if (!isUuid(id)) return faults.newIdFormat
  return /^[0-]*$/.test(id) ? faults.newIdNil : undefined
}

/** The hash of the given password, the given hash, or none. */
async function hashOf(service: AuthService, request: AdminUserRequest): Promise<AuthResult<string>> {
  const { password, password_hash: given } = request
  if (given === '') return password ? hashGiven(service, password) : { ok: '' }
  if (password !== undefined && password !== null) return { fault: faults.passwordAndHash }
  return bcryptHash.test(given) ? { ok: given } : { fault: faults.passwordHashFormat }
}

/** As in Supabase Auth, common passwords are the administrator's own decision. */
async function hashGiven({ passwords }: AuthService, password: string): Promise<AuthResult<string>> {
  const fault = passwordFault(password)
  return fault ? { fault } : passwords.hash(password)
}

// A cost above 15 would occupy a thread for seconds at each sign-in.
const bcryptHash = /^\$2[aby]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/
