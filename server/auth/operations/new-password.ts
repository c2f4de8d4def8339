import { credentialLimits } from '../../../domain/credentials.ts'
import { passwordFault } from '../contract/account-fields.ts'
import { type AuthFault, faults } from '../contract/faults.ts'
import type { AuthService } from './auth-service.ts'

type Rules = Pick<AuthService, 'settings'>

/** What is wrong with a password for a new account, if anything (supabase/auth internal/api/password.go). */
export function newPasswordFault({ settings }: Rules, password: string): AuthFault | undefined {
  const fault = passwordFault(password)
  if (fault) return fault
  // However it is capitalised, it is guessed as early.
  return settings.refusedPasswords.has(password.toLowerCase()) ? faults.passwordCommon : undefined
}

/** The same for a password that replaces another one: an empty one is too short. */
export function changedPasswordFault(rules: Rules, password: string): AuthFault | undefined {
  return password === '' ? faults.passwordTooShort(credentialLimits.password.min) : newPasswordFault(rules, password)
}
