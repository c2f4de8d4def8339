import type { StripeAddress } from '../../../payments/missed-events.ts'
import { runStaffProgram, type Terminal } from '../../enrollments/staff-program.ts'
import { catchUpFrom } from './catch-up.ts'
import { assign, dismiss } from './decide.ts'
import { list } from './list.ts'
import { show } from './show.ts'

/** Runs one command line and resolves with its exit code. `stripe` is another address of Stripe's interface, for tests. */
export const runPayments = (words: string[], terminal: Terminal, stripe?: StripeAddress): Promise<number> =>
  runStaffProgram(words, terminal, {
    name: 'payments',
    summary: 'What clients have paid, and which payments need a person',
    commands: { list, show, assign, dismiss, 'catch-up': catchUpFrom(stripe) },
  })
