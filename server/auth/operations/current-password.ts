import { type AuthFault, faults } from '../contract/faults.ts'
import type { AuthService } from './auth-service.ts'
import type { Caller } from './caller.ts'
import { isNonce } from './reauthenticate.ts'

/** Sign-in methods that prove the mailbox (supabase/auth internal/models/factor.go, IsRecovery). */
const byMailbox = new Set(['otp', 'magiclink', 'recovery'])

interface Presented {
  currentPassword: string
  /** A code that was sent to the account's address. It is checked here, and used up with the change. */
  nonce: string
}

/**
 * Why a signed-in caller may not choose a new password, if they may not: an open session is not enough (R-ACCOUNT-PROOF).
 * The proof is the current password, a code from the mailbox, or a session that a link or code from the mailbox has opened
 * within its lifetime; where there is no password yet, only the mailbox proves. Supabase Auth asks for the current password where a project's setting says so.
 */
export async function faultOfProof(
  service: AuthService,
  { user, session }: Caller,
  { currentPassword, nonce }: Presented,
  from: string | undefined,
): Promise<AuthFault | undefined> {
  const { database, limits, passwords, settings, now } = service
  if (nonce !== '') {
    // Before anything is compared with the current password, which would be guessed that way.
    return (await database.transaction((client) => isNonce(service, client, user, nonce))) ? undefined : faults.nonceInvalid
  }
  const since = now().getTime() / 1000 - settings.otpSeconds
  if (session.methods.some(({ method, timestamp }) => byMailbox.has(method) && timestamp > since)) return undefined
  if (!user.encrypted_password) return faults.proofMissing
  if (currentPassword === '') return faults.currentPasswordMissing
  // Somebody at an unattended browser may guess no more than at the sign-in page.
  const attempt = await limits.passwordAttempt({ address: from, account: user.email })
  if ('fault' in attempt) return attempt.fault
  const matched = await passwords.matches(currentPassword, user.encrypted_password)
  if ('fault' in matched) return matched.fault
  if (!matched.ok) return faults.currentPasswordWrong
  await attempt.ok.right('owner')
  return undefined
}
