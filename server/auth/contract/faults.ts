import { accountFaults } from './faults/account-faults.ts'
import { adminFaults } from './faults/admin-faults.ts'
import { factorFaults } from './faults/factor-faults.ts'
import { letterFaults } from './faults/email-faults.ts'
import { requestFaults } from './faults/request-faults.ts'
import { sessionFaults } from './faults/session-faults.ts'

export type { Answer, AuthFault } from './faults/fault.ts'

/** Every fault, with the status, code and wording of Supabase Auth where it has the same. */
export const faults = {
  ...requestFaults,
  ...accountFaults,
  ...letterFaults,
  ...sessionFaults,
  ...factorFaults,
  ...adminFaults,
}
