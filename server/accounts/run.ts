import { runStaffProgram, type Terminal } from '../enrollments/staff-program.ts'
import { ban, confirmAddress, sendReset, unban } from './administer.ts'
import { deleteAccount, makeStaff, sessions } from './change.ts'
import { find } from './find.ts'

/** `npm run accounts`. */
export const runAccounts = (words: string[], terminal: Terminal): Promise<number> =>
  runStaffProgram(words, terminal, {
    name: 'accounts',
    summary: 'The accounts of clients and staff; whatever is done is in the staff log',
    commands: { find, confirm: confirmAddress, 'send-reset': sendReset, ban, unban, sessions, delete: deleteAccount, 'make-staff': makeStaff },
    foot: 'Confirming, resets and bans need a running gateway, or SUPABASE_SECRET_KEY',
  })
