import type * as v from 'valibot'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import { isBanned } from './caller.ts'
import { parseEmail } from '../contract/email-address.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { openSession, sessionJson, type SessionJson } from './open-session.ts'
import { lookUpUserByEmail } from '../stores/users.ts'
import type { Visit } from '../routes/client-info.ts'

export const signInSchema = bodySchema({ email: optionalText, phone: optionalText, password: optionalText })

/** The password grant. Whether an address is known shows only to somebody who knows its password. */
export async function signIn(
  service: AuthService,
  { email, phone, password }: v.InferOutput<typeof signInSchema>,
  visit: Visit,
): Promise<Answer<SessionJson>> {
  if (email !== '' && phone !== '') return { fault: faults.emailAndPhoneAtSignIn }
  if (phone !== '') return { fault: faults.phoneSignInDisabled }
  if (email === '') return { fault: faults.emailOrPhoneMissing }

  const { database, passwords, limits, settings, now } = service
  const address = parseEmail(email)
  const attempt = await limits.passwordTry({ account: email.toLowerCase(), address: visit.address })
  if ('fault' in attempt) return attempt
  const user = 'ok' in address ? await lookUpUserByEmail(database, address.ok) : undefined
  const matched = await passwords.matches(password, user?.encrypted_password)
  if ('fault' in matched) return matched
  if (!user || !matched.ok) return { fault: faults.invalidCredentials }
  await attempt.ok.right()
  if (isBanned(user, now())) return { fault: faults.userBannedAtSignIn }
  if (!user.email_confirmed_at && !settings.unverifiedSignIns) return { fault: faults.emailNotConfirmed }
  const opened = await database.transaction(async (client) => {
    await recordEvent(client, { action: 'login', actor: user, traits: { provider: 'email' } }, now())
    return openSession(client, user, { method: 'password', visit }, now())
  })
  return { ok: await sessionJson(service, opened) }
}
