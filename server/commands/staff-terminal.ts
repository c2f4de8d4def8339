import type { Terminal } from '../enrollments/staff-program.ts'
import { askAtTerminal } from '../terminal/ask.ts'
import { consoleOutput } from '../terminal/output.ts'
import { operatingUser } from './operating-user.ts'

/** The terminal of whoever of the staff runs this process. */
export const staffTerminal = async (): Promise<Terminal> => ({
  ...consoleOutput,
  variables: process.env,
  login: await operatingUser(),
  ask: askAtTerminal,
})
