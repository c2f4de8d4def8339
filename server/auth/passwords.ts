import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/bcrypt'
import { credentialLimits } from '../../domain/credentials.ts'
import { type AuthFault, faults } from './errors.ts'

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an account that does not exist (no hash) as for a wrong password. */
  matches(password: string, passwordHash: string | null | undefined): Promise<boolean>
}

/** bcrypt reads no further; anything longer would be cut off in silence. */
const maximumBytes = 72

/** Password hashes as Supabase Auth stores them, computed off the event loop. */
export function createPasswords(bcryptCost: number): Passwords {
  const nobody = hash(randomBytes(16).toString('base64url'), bcryptCost)
  return {
    hash: (password) => hash(password, bcryptCost),
    matches: async (password, passwordHash) => {
      const matched = await verify(password, passwordHash || (await nobody))
      return matched && Boolean(passwordHash) && Buffer.byteLength(password) <= maximumBytes
    },
  }
}

/** The fault of a password that nobody may choose, if it has one. */
export function passwordFault(password: string): AuthFault | undefined {
  if (password === '') return faults.noPassword
  if (Buffer.byteLength(password) > maximumBytes) return faults.passwordTooLong(maximumBytes)
  if (password.length < credentialLimits.passwordMin) return faults.passwordTooShort(credentialLimits.passwordMin)
  return undefined
}
