import { loadCommonPasswords } from './auth/common-passwords.ts'
import type { Environment } from './env.ts'

/**
 * The passwords that nobody may choose (R-COMMON-PASSWORDS), none unless the operator says so. On Supabase it is a setting
 * of the project.
 */
export const refusedPasswordsOf = async ({ accounts }: Pick<Environment, 'accounts'>): Promise<Set<string>> =>
  accounts.commonPasswords === 'refuse' ? loadCommonPasswords() : new Set()
