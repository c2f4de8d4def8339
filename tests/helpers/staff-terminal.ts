import { inject } from 'vitest'
import { runEnrollments } from '../../server/enrollments/run.ts'

export interface CommandResult {
  exitCode: number
  output: string
  faults: string
}

export interface StaffTerminal {
  /** Runs one command line; `answer` is what the person at the terminal types, undefined where there is no terminal. */
  run(line: string, answer?: string): Promise<CommandResult>
}

/** The staff's command line on a database, with additional variables. Without DATA_DIR it keeps nothing. */
export function openStaffTerminal(databaseUrl: string, variables: Record<string, string> = {}): StaffTerminal {
  return {
    async run(line, answer) {
      const output: string[] = []
      const faults: string[] = []
      const exitCode = await runEnrollments(line ? line.split(' ') : [], {
        variables: {
          DATABASE_URL: databaseUrl,
          DATA_DIR: '/dev/null/data',
          PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'),
          ...variables,
        },
        login: 'ruth',
        print: (text) => void output.push(text),
        printError: (text) => void faults.push(text),
        ask: answer === undefined ? undefined : async () => answer,
      })
      return { exitCode, output: output.join('\n'), faults: faults.join('\n') }
    },
  }
}
