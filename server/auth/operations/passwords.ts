import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/bcrypt'
import { credentialLimits } from '../../../domain/credentials.ts'
import { type Answer, type AuthFault, faults } from '../contract/faults.ts'
import { createGate } from '../../gate.ts'

/** Both are refused while too many wait for their turn. */
export interface Passwords {
  hash(password: string): Promise<Answer<string>>
  /** Takes as long for an account that does not exist (no hash) as for a wrong password. */
  matches(password: string, passwordHash: string | null | undefined): Promise<Answer<boolean>>
}

// The line is a few seconds long at a cost of 10 on two cores.
const mostWaiting = 64

/** bcrypt reads no further; anything longer would be cut off in silence. */
const maximumBytes = 72

/**
 * Password hashes as Supabase Auth stores them, computed off the event loop, so many at once. They share its threads
 * with the verification of access tokens: some have to stay free, or a burst of sign-ins stops those who are signed in.
 */
export function createPasswords(bcryptCost: number, atOnce: number): Passwords {
  const nobody = hash(randomBytes(16).toString('base64url'), bcryptCost)
  const gate = createGate({ atOnce, mostWaiting })

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Answer<Result>> {
    const turn = await gate(work)
    return turn === 'full' ? { fault: faults.tooManyRequests } : { ok: turn.done }
  }

  return {
    hash: (password) => inTurn(() => hash(password, bcryptCost)),
    matches: (password, passwordHash) =>
      inTurn(async () => {
        const matched = await verify(password, passwordHash || (await nobody))
        return matched && Boolean(passwordHash) && Buffer.byteLength(password) <= maximumBytes
      }),
  }
}

/** The fault of a password that nobody may choose, if it has one. */
export function passwordFault(password: string): AuthFault | undefined {
  if (password === '') return faults.noPassword
  if (Buffer.byteLength(password) > maximumBytes) return faults.passwordTooLong(maximumBytes)
  if (password.length < credentialLimits.passwordMin) return faults.passwordTooShort(credentialLimits.passwordMin)
  return undefined
}
