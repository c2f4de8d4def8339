import type * as v from 'valibot'
import { parseEmail } from '../contract/account-fields.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { recordEvent } from '../stores/audit.ts'
import type { ClientInfo } from '../stores/sessions.ts'
import { lookUpUserByEmail } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { hasVerifiedFactor, isBanned } from './caller.ts'
import { newPasswordFault } from './new-password.ts'
import { openSession, sessionJson, type SessionJson } from './open-session.ts'

export const signInSchema = bodySchema({ email: optionalText, phone: optionalText, password: optionalText })

interface WeakPassword {
  message: string
  reasons: string[]
}

/** The password grant. Only the right password reveals that an address has an account. */
export async function signIn(
  service: AuthService,
  { email, phone, password }: v.InferOutput<typeof signInSchema>,
  clientInfo: ClientInfo,
): Promise<AuthResult<SessionJson & { weak_password?: WeakPassword }>> {
  if (email !== '' && phone !== '') return { fault: faults.emailAndPhoneAtSignIn }
  if (phone !== '') return { fault: faults.phoneSignInDisabled }
  if (email === '') return { fault: faults.emailOrPhoneMissing }

  const { database, passwords, limits, settings, now } = service
  const address = parseEmail(email)
  const attempt = await limits.passwordAttempt({ account: email.toLowerCase(), address: clientInfo.address })
  if ('fault' in attempt) return attempt
  const user = 'ok' in address ? await lookUpUserByEmail(database, address.ok) : undefined
  const matched = await passwords.matches(password, user?.encrypted_password)
  if ('fault' in matched) return matched
  if (!user || !matched.ok) return { fault: faults.invalidCredentials }
  await attempt.ok.right(hasVerifiedFactor(user) ? 'password' : 'owner')
  if (isBanned(user, now())) return { fault: faults.userBannedAtSignIn }
  if (!user.email_confirmed_at && !settings.unverifiedSignIns) return { fault: faults.emailNotConfirmed }
  const opened = await database.transaction(async (client) => {
    await recordEvent(client, { action: 'login', actor: user, traits: { provider: 'email' } }, now())
    return openSession(client, user, { method: 'password', clientInfo }, now())
  })
  if (!opened) return { fault: faults.invalidCredentials }
  return { ok: { ...(await sessionJson(service, opened)), ...weaknessOf(service, password) } }
}

/** Advice for a password that was chosen before it was refused (supabase/auth internal/api/token.go). */
function weaknessOf(service: AuthService, password: string): { weak_password?: WeakPassword } {
  const weakness = newPasswordFault(service, password)
  if (!weakness?.reasons) return {}
  return { weak_password: { message: weakness.message, reasons: weakness.reasons } }
}
