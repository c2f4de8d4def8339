import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import type { SigningKeys } from './keys.ts'
import type { Passwords } from './passwords.ts'

export interface AuthSettings {
  /** The public address of the service, such as https://www.example.org/auth/v1: the `iss` of its tokens. */
  issuer: string
  accessTokenSeconds: number
  /**
   * Whether an account is usable before its address is confirmed, which a service without mail has to allow. Named
   * after `AllowUnverifiedEmailSignIns` of Supabase Auth, which there stops short of passwords. No setting takes an
   * address as confirmed without proof: `email_confirmed_at` decides who may claim an enrollment.
   */
  unverifiedSignIns: boolean
  /** The base-2 logarithm of bcrypt's rounds, 4 to 31. */
  bcryptCost: number
}

/** What every operation of the sign-in service works with. */
export interface AuthService {
  database: Database
  keys: SigningKeys
  passwords: Passwords
  settings: AuthSettings
  now: () => Date
  log: Log
}
