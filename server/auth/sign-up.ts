import type { PoolClient } from 'pg'
import type * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { parseEmail } from './email-address.ts'
import { type Answer, faults } from './errors.ts'
import { passwordFault } from './passwords.ts'
import { bodySchema, optionalMetadata, optionalText } from './read-body.ts'
import { openSession, type SessionJson } from './session-json.ts'
import { obfuscatedUserJson, userJson } from './user-json.ts'
import { confirmUser, findUserByEmail, insertUser, type NewUser, type UserRow } from './users-store.ts'

export const signUpSchema = bodySchema({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalMetadata,
})

type SignUpJson = SessionJson | ReturnType<typeof userJson> | ReturnType<typeof obfuscatedUserJson>

/**
 * Creates an account. Where addresses count as confirmed the answer is a session, otherwise the person without one.
 * What a repeated sign-up learns depends on the same setting: a plain fault, or nothing at all.
 */
export async function signUp(
  service: AuthService,
  request: v.InferOutput<typeof signUpSchema>,
  userAgent: string | undefined,
): Promise<Answer<SignUpJson>> {
  if (request.email === '' && request.phone === '') return { fault: faults.anonymousDisabled }
  const fault = passwordFault(request.password)
  if (fault) return { fault }
  if (request.email === '') return { fault: faults.phoneSignUpDisabled }
  if (request.phone !== '') return { fault: faults.emailAndPhoneAtSignUp }
  const email = parseEmail(request.email)
  if ('fault' in email) return email

  const { database, passwords, settings, now } = service
  const account: NewUser = {
    email: email.ok,
    // Hashed for known addresses too, so that time does not tell them apart.
    passwordHash: await passwords.hash(request.password),
    metadata: request.data,
    confirmed: settings.autoconfirm,
  }
  return database.transaction(async (client): Promise<Answer<SignUpJson>> => {
    const user = (await insertUser(client, account, now())) ?? (await reclaim(client, account, now()))
    if (!user) {
      if (settings.autoconfirm) return { fault: faults.userExists }
      return { ok: obfuscatedUserJson(account.email, request.data, now()) }
    }
    return { ok: settings.autoconfirm ? await openSession(service, client, user, userAgent) : userJson(user) }
  })
}

/** An account that was never confirmed is still anybody's who signs up for its address; a confirmed one is not. */
async function reclaim(client: PoolClient, account: NewUser, now: Date): Promise<UserRow | undefined> {
  const existing = await findUserByEmail(client, account.email)
  if (!existing || existing.email_confirmed_at) return undefined
  return account.confirmed ? confirmUser(client, existing.id, account.passwordHash, now) : existing
}
