import { errorCode } from '../../postgres/connection-fault.ts'
import type { Answer, AuthFault } from './faults.ts'

// PostgreSQL's unique_violation.
const taken = '23505'

/** What the work answers, or the fault where somebody else got at the same moment what only one can have. */
export async function unlessTaken<Value>(work: Promise<Answer<Value>>, fault: AuthFault): Promise<Answer<Value>> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) === taken) return { fault }
    throw error
  }
}
