import { errorCode } from '../../../domain/error-facts.ts'
import type { AuthResult, AuthFault } from './faults.ts'

// PostgreSQL's unique_violation.
const taken = '23505'

/** The result of the work, or the fault if a concurrent transaction took a unique value first. */
export async function unlessTaken<Value>(work: Promise<AuthResult<Value>>, fault: AuthFault): Promise<AuthResult<Value>> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) === taken) return { fault }
    throw error
  }
}
