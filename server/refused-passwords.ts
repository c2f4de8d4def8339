import { commonPasswordCount, loadCommonPasswords } from './auth/common-passwords.ts'
import type { Environment } from './env.ts'
import { StartupFault } from './runtime/startup-fault.ts'

/**
 * The passwords that nobody may choose (R-COMMON-PASSWORDS), none unless the operator says so. In production the operator
 * has to decide: throws a StartupFault otherwise. On Supabase it is a setting of the project.
 */
export async function refusedPasswordsOf({ accounts, site }: Pick<Environment, 'accounts' | 'site'>): Promise<Set<string>> {
  const { commonPasswords } = accounts
  if (commonPasswords === undefined && site.stage === 'production' && !site.supabase) {
    throw new StartupFault(
      `COMMON_PASSWORDS is missing: refuse turns away the ${commonPasswordCount.toLocaleString('en-US')} most common ` +
        'passwords, accept allows them.',
    )
  }
  return commonPasswords === 'refuse' ? loadCommonPasswords() : new Set()
}
