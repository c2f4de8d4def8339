import { commonPasswordCount } from './auth/common-passwords.ts'
import type { Environment } from './env.ts'

/** What a production site still needs its operator to decide, as sentences. On Supabase these are settings of the project. */
export function openDecisions({ site, accounts }: Environment): string[] {
  if (site.stage !== 'production' || site.supabase) return []
  if (accounts.commonPasswords) return []
  const count = commonPasswordCount.toLocaleString('en-US')
  return [`Decide about common passwords: COMMON_PASSWORDS=refuse turns away the ${count} most common ones, accept allows them.`]
}
