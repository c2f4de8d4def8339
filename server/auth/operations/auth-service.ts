import type { Mailer } from '../../../mail/mailer.ts'
import type { Database } from '../../postgres/database.ts'
import type { Log } from '../../runtime/log.ts'
import type { RedirectTargets } from '../contract/redirects.ts'
import type { TokenSettings } from '../keys/access-tokens.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { AccountTurns } from '../../limits/account-turns.ts'
import type { LimitChanges } from '../../limits/figures.ts'
import type { AuthResult } from '../contract/faults.ts'
import type { Limits } from '../limits/limits.ts'
import type { ClientInfo } from '../stores/sessions.ts'
import type { Metadata } from '../stores/users.ts'
import type { Refresh, Refreshed } from '../stores/refreshes.ts'
import type { Passwords } from './passwords.ts'

export interface AuthSettings extends RedirectTargets, TokenSettings {
  /**
   * Whether an account is usable before its address is confirmed, which is necessary without a mail server. Named after
   * `AllowUnverifiedEmailSignIns` (supabase/auth internal/conf/configuration.go), which does not cover passwords. No
   * setting confirms an address without proof: `email_confirmed_at` decides who may claim an enrollment.
   */
  unverifiedSignIns: boolean
  /** Passwords that nobody may choose, in lower case. */
  refusedPasswords: ReadonlySet<string>
  /** The base-2 logarithm of bcrypt's rounds, 4 to 31. */
  bcryptCost: number
  /** How many passwords are hashed concurrently. */
  maxConcurrentHashes: number
  /** The lifetime of codes and links in e-mails. */
  otpSeconds: number
  /** The minimum time between two e-mails of a kind to one account. */
  emailIntervalSeconds: number
  /** Sessions end this long after sign-in; undefined for never. */
  sessionSeconds: number | undefined
  /** Sessions end after this long without a refresh; undefined for never. */
  inactivitySeconds: number | undefined
  /** Limits that replace the defaults. */
  rateLimits: LimitChanges
}

/** The ways to sign in that are on; what one that is off would answer is answered as in a Supabase project where it is off. */
export interface Ways {
  anonymous?: {
    signUpAnonymously(service: AuthService, request: { data: Metadata }, clientInfo: ClientInfo): Promise<AuthResult<object>>
  }
}

/** The dependencies and settings of every operation of the sign-in service. */
export interface AuthService {
  database: Database
  keys: SigningKeys
  passwords: Passwords
  limits: Limits
  inTurn: AccountTurns
  refreshSession: (refresh: Refresh) => Promise<Refreshed>
  mailer: Mailer
  ways: Ways
  settings: AuthSettings
  now: () => Date
  log: Log
}
