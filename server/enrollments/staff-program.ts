import { createDetailsOpener } from '../../deliveries/personal-details.ts'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import { explainFaults, parseEnvironment } from '../env.ts'
import { openKeyring } from '../personal-details/keyring.ts'
import { isConnectionFault } from '../postgres/connection-fault.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { CommandFault, UsageFault } from '../terminal/confirm.ts'
import type { Output } from '../terminal/output.ts'
import { exitCode, type Program, runProgram } from '../terminal/program.ts'
import type { CommandContext } from './command.ts'
import { openStaffDatabase } from './staff-database.ts'

export interface Terminal extends Output, Pick<CommandContext, 'ask'> {
  /** The environment variables. */
  variables: Record<string, string | undefined>
  /** Who runs the command, by the operating system's name. */
  login: string
}

/**
 * Runs one command line of a program of the staff, on the database, and resolves with its exit code. Every fault is one
 * sentence without personal details.
 */
export async function runStaffProgram(
  words: string[],
  terminal: Terminal,
  program: Omit<Program<CommandContext>, 'open' | 'takes'>,
): Promise<number> {
  try {
    return await runProgram(words, terminal, {
      ...program,
      takes: ['yes', 'as'],
      open: (work, { yes, as }) => openContext(work, { yes, note: as === undefined ? undefined : noteOf(as) }, terminal),
    })
  } catch (error) {
    terminal.printError(explain(error))
    return exitCode.failed
  }
}

async function openContext(
  work: (context: CommandContext) => Promise<number | void>,
  { yes, note }: { yes: boolean; note: string | undefined },
  { variables, login, print, ask, printError, progress = () => undefined }: Terminal,
): Promise<number | void> {
  const parsed = parseEnvironment(variables)
  if ('fault' in parsed) throw new StartupFault(explainFaults(parsed.fault))
  const environment = parsed.ok
  const { database } = await openStaffDatabase(environment, () => printError('The connection to the database was lost.'))
  const openDetails = createDetailsOpener(openKeyring(environment.keysFile))
  const staff = { login, note }
  try {
    return await work({ environment, database, openDetails, staff, print, printError, progress, ask, yes })
  } finally {
    await database.close()
  }
}

function noteOf(name: string): string {
  const note = name.trim()
  if (/^[^\p{C}]{1,100}$/u.test(note)) return note
  throw new UsageFault('--as is a name of at most 100 characters.')
}

/** Database errors may quote a row, so only their codes are shown. */
function explain(error: unknown): string {
  if (error instanceof CommandFault || error instanceof StartupFault) return error.message
  const code = errorCode(error)
  if (isConnectionFault(error)) {
    return `The database does not answer (${code ?? 'no answer'}). Start it with npm start, or correct DATABASE_URL.`
  }
  // Undefined table or column, undefined function.
  if (code && /^42(P01|703|883)$/.test(code)) return 'The database is older than this program: start the gateway once, or run the migrations.'
  return `It failed unexpectedly (${code ?? errorName(error)}).`
}
