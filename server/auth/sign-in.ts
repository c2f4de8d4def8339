import type * as v from 'valibot'
import type { AuthService } from './auth-service.ts'
import { isBanned } from './caller.ts'
import { parseEmail } from './email-address.ts'
import { type Answer, faults } from './errors.ts'
import { bodySchema, optionalText } from './read-body.ts'
import { openSession, type SessionJson } from './session-json.ts'
import { findUserByEmail } from './users-store.ts'

export const signInSchema = bodySchema({ email: optionalText, phone: optionalText, password: optionalText })

/** The password grant. Whether an address is known shows only to somebody who knows its password. */
export async function signIn(
  service: AuthService,
  { email, phone, password }: v.InferOutput<typeof signInSchema>,
  userAgent: string | undefined,
): Promise<Answer<SessionJson>> {
  if (email !== '' && phone !== '') return { fault: faults.emailAndPhoneAtSignIn }
  if (phone !== '') return { fault: faults.phoneSignInDisabled }
  if (email === '') return { fault: faults.emailOrPhoneMissing }

  const { database, passwords, settings, now } = service
  const address = parseEmail(email)
  const user =
    'ok' in address ? await database.transaction((client) => findUserByEmail(client, address.ok)) : undefined
  const matched = await passwords.matches(password, user?.encrypted_password)
  if ('fault' in matched) return matched
  if (!user || !matched.ok) return { fault: faults.invalidCredentials }
  if (isBanned(user, now())) return { fault: faults.userBannedAtSignIn }
  if (!user.email_confirmed_at && !settings.unverifiedSignIns) return { fault: faults.emailNotConfirmed }
  return { ok: await database.transaction((client) => openSession(service, client, user, userAgent)) }
}
