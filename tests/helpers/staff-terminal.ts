import { inject } from 'vitest'
import { runDoctor } from '../../server/doctor/run-doctor.ts'
import type { StripeAddress } from '../../payments/missed-events.ts'
import { runEnrollments } from '../../server/enrollments/run.ts'
import type { Terminal } from '../../server/enrollments/staff-program.ts'
import { runPayments } from '../../server/payments/commands/run.ts'
import type { Output } from '../../server/terminal/output.ts'
import type { Progress } from '../../server/terminal/show-progress.ts'

export interface CommandResult {
  exitCode: number
  output: string
  faults: string
}

export interface StaffTerminal {
  /** Runs one command line; `answer` is what the person at the terminal types, undefined where there is no terminal. */
  run(line: string, answer?: string): Promise<CommandResult>
  /** What the last command line told of its progress. */
  progress: Parameters<Progress>[]
  /** The same for `npm run payments`; `stripe` is where Stripe's interface is. */
  payments(line: string, answer?: string, stripe?: StripeAddress): Promise<CommandResult>
  /** Runs `npm run doctor` with these words. */
  doctor(...words: string[]): Promise<CommandResult>
}

/** The staff's command line on a database, of `npm run enrollments` or another program, with additional variables. Without DATA_DIR it keeps nothing. */
export function openStaffTerminal(
  databaseUrl: string,
  variables: Record<string, string> = {},
  program: (words: string[], terminal: Terminal) => Promise<number> = runEnrollments,
): StaffTerminal {
  const own = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: '/dev/null/data',
    ...variables,
    PERSONAL_DETAILS_KEYS_FILE: variables.PERSONAL_DETAILS_KEYS_FILE ?? inject('keysFile'),
  }
  const progress: Parameters<Progress>[] = []
  const terminal = (output: Output, answer: string | undefined): Terminal => ({
    ...output,
    progress: (...told) => void progress.push(told),
    variables: own,
    login: 'ruth',
    ask: answer === undefined ? undefined : async () => answer,
  })
  return {
    progress,
    run: (line, answer) => {
      progress.length = 0
      return printed((output) => program(wordsOf(line), terminal(output, answer)))
    },
    payments: (line, answer, stripe) => printed((output) => runPayments(wordsOf(line), terminal(output, answer), stripe)),
    doctor: (...words) => printed((output) => runDoctor(words, { ...output, variables: own })),
  }
}

const wordsOf = (line: string) => (line ? line.split(' ') : [])

async function printed(run: (output: Output) => Promise<number>): Promise<CommandResult> {
  const output: string[] = []
  const faults: string[] = []
  const exitCode = await run({ print: (text) => void output.push(text), printError: (text) => void faults.push(text) })
  return { exitCode, output: output.join('\n'), faults: faults.join('\n') }
}
