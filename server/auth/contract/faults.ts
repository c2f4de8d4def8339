import { accountFaults } from './faults/account-faults.ts'
import { adminFaults } from './faults/admin-faults.ts'
import { factorFaults } from './faults/factor-faults.ts'
import { emailFaults } from './faults/email-faults.ts'
import { requestFaults } from './faults/request-faults.ts'
import { sessionFaults } from './faults/session-faults.ts'

export type { AuthResult, AuthFault } from './faults/fault.ts'

/** Every fault, with the status, code and message of Supabase Auth if it has the same (supabase/auth internal/api/*.go). */
export const faults = {
  ...requestFaults,
  ...accountFaults,
  ...emailFaults,
  ...sessionFaults,
  ...factorFaults,
  ...adminFaults,
}
