import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/bcrypt'
import { createGate } from '../../runtime/gate.ts'
import { maxPasswordBytes } from '../contract/account-fields.ts'
import { type AuthResult, faults } from '../contract/faults.ts'

/** Both return a fault while too many calls are waiting. */
export interface Passwords {
  hash(password: string): Promise<AuthResult<string>>
  /** Takes as long for an account that does not exist (no hash) as for a wrong password. */
  matches(password: string, passwordHash: string | null | undefined): Promise<AuthResult<boolean>>
}

// A few seconds of work at a cost of 10 on two cores.
const maxWaiting = 64

/**
 * bcrypt hashes as Supabase Auth stores them (supabase/auth internal/crypto/password.go), computed off the event loop,
 * at most `maxConcurrent` at a time. Verifying access tokens uses the same thread pool: without free threads, a burst of
 * sign-ins would block users who are signed in.
 */
export function createPasswords(bcryptCost: number, maxConcurrent: number): Passwords {
  const nobody = hash(randomBytes(16).toString('base64url'), bcryptCost)
  const gate = createGate({ maxConcurrent, maxWaiting })

  async function inTurn<Value>(work: () => Promise<Value>): Promise<AuthResult<Value>> {
    const turn = await gate(work)
    return 'ok' in turn ? turn : { fault: faults.tooManyRequests }
  }

  return {
    hash: (password) => inTurn(() => hash(password, bcryptCost)),
    matches: (password, passwordHash) =>
      inTurn(async () => {
        const matched = await verify(password, passwordHash || (await nobody))
        return matched && Boolean(passwordHash) && Buffer.byteLength(password) <= maxPasswordBytes
      }),
  }
}
