import type { Log } from '../../log.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Database } from '../../postgres/database.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { LimitChanges } from '../limits/figures.ts'
import type { Limits } from '../limits/limits.ts'
import type { Passwords } from './passwords.ts'
import type { Refresh, Refreshed } from '../stores/refreshes.ts'

export interface AuthSettings {
  /** The public address of the service, such as https://www.example.org/auth/v1: the `iss` of its tokens. */
  issuer: string
  /** The root of the site with its base path, where links lead by default. Ends with a slash. */
  siteUrl: string
  /** Other addresses that links may lead to, with `*` and `**` as Supabase Auth reads them. */
  allowedRedirects: string[]
  accessTokenSeconds: number
  /**
   * Whether an account is usable before its address is confirmed, which a service without mail has to allow. Named
   * after `AllowUnverifiedEmailSignIns` of Supabase Auth, which there stops short of passwords. No setting takes an
   * address as confirmed without proof: `email_confirmed_at` decides who may claim an enrollment.
   */
  unverifiedSignIns: boolean
  /** The base-2 logarithm of bcrypt's rounds, 4 to 31. */
  bcryptCost: number
  /** How many passwords are hashed at a time. */
  passwordsAtOnce: number
  /** How long codes and links in letters are good for. */
  letterSeconds: number
  /** Nobody is sent a second letter of a kind within this time. */
  letterIntervalSeconds: number
  /** Sessions end after this time, however they are used; undefined for never. */
  sessionSeconds: number | undefined
  /** Sessions end when they were not refreshed for this time; undefined for never. */
  inactivitySeconds: number | undefined
  /** Limits that replace the default ones. */
  rateLimits: LimitChanges
}

/** What every operation of the sign-in service works with. */
export interface AuthService {
  database: Database
  keys: SigningKeys
  passwords: Passwords
  limits: Limits
  refreshSession: (refresh: Refresh) => Promise<Refreshed>
  mailer: Mailer
  settings: AuthSettings
  now: () => Date
  log: Log
}
