import type * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { parseEmail } from './email-address.ts'
import { type Answer, faults } from './errors.ts'
import { metadataFault } from './metadata.ts'
import { passwordFault } from './passwords.ts'
import { bodySchema, optionalMetadata, optionalText } from './read-body.ts'
import { openSession, type SessionJson } from './session-json.ts'
import { obfuscatedUserJson, userJson } from './user-json.ts'
import { findUserByEmail, insertUser } from './users-store.ts'

export const signUpSchema = bodySchema({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalMetadata,
})

type SignUpJson = SessionJson | ReturnType<typeof userJson> | ReturnType<typeof obfuscatedUserJson>

/**
 * Creates an account. Where it is usable at once the answer is a session, otherwise the person without one. What a
 * repeated sign-up learns depends on the same setting: a plain fault, or nothing at all. It never changes the account,
 * whose password is somebody's already.
 */
export async function signUp(
  service: AuthService,
  request: v.InferOutput<typeof signUpSchema>,
  userAgent: string | undefined,
): Promise<Answer<SignUpJson>> {
  if (request.email === '' && request.phone === '') return { fault: faults.anonymousDisabled }
  const fault = passwordFault(request.password) ?? metadataFault(request.data)
  if (fault) return { fault }
  if (request.email === '') return { fault: faults.phoneSignUpDisabled }
  if (request.phone !== '') return { fault: faults.emailAndPhoneAtSignUp }
  const email = parseEmail(request.email)
  if ('fault' in email) return email

  const { database, passwords, settings, now } = service
  // Hashed for known addresses too, so that time does not tell them apart.
  const passwordHash = await passwords.hash(request.password)
  if ('fault' in passwordHash) return passwordHash
  const account = { email: email.ok, passwordHash: passwordHash.ok, metadata: request.data }
  return database.transaction(async (client): Promise<Answer<SignUpJson>> => {
    const user = await insertUser(client, account, now())
    if (settings.unverifiedSignIns) {
      return user ? { ok: await openSession(service, client, user, userAgent) } : { fault: faults.userExists }
    }
    if (user) return { ok: userJson(user) }
    const existing = await findUserByEmail(client, account.email)
    if (existing && !existing.email_confirmed_at) return { ok: userJson(existing) }
    return { ok: obfuscatedUserJson(account.email, request.data, now()) }
  })
}
