import { type Environment, explainFaults, parseEnvironment } from '../env.ts'
import { trustOwnAuthority } from '../runtime/own-authority.ts'
import { outliveReaders } from '../runtime/readers.ts'
import { explainStartError, StartupFault } from '../runtime/startup-fault.ts'
import { CommandFault } from '../terminal/confirm.ts'
import { consoleOutput, type Output } from '../terminal/output.ts'
import { exitCode, type Open, type Program, runProgram, type SharedOptions } from '../terminal/program.ts'
import { printable } from '../terminal/text.ts'

/** What an npm script runs, on the operator's settings. */
export interface OperatorProgram<Context> extends Omit<Program<Context>, 'open'> {
  open: (work: Parameters<Open<Context>>[0], environment: Environment, shared: SharedOptions) => ReturnType<Open<Context>>
}

/**
 * Runs the command line of this process. The settings are read once it is clear what to do, and a fault is a sentence and
 * exit code 1.
 */
export async function runCommand<Context>(program: OperatorProgram<Context>, output: Output = consoleOutput): Promise<void> {
  const open: Open<Context> = async (work, shared) => {
    const parsed = parseEnvironment(process.env)
    if ('fault' in parsed) throw new StartupFault(explainFaults(parsed.fault))
    return program.open(work, parsed.ok, shared)
  }
  outliveReaders()
  trustOwnAuthority(process.env.NODE_EXTRA_CA_CERTS)
  try {
    process.exitCode = await runProgram(process.argv.slice(2), output, { ...program, open })
  } catch (error) {
    const sentence = error instanceof CommandFault ? error.message : explainStartError(error, fileOf(error) ?? 'the data folder')
    // The error of a bug, with its stack.
    if (sentence === undefined) console.error(error)
    else output.printError(harmless(sentence))
    process.exitCode = exitCode.failed
  }
}

/** What an error of the file system names, such as an identity that only root may read. */
const fileOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined

/** Names in an archive, a database or a server's answer may be anybody's: they must not control the terminal. */
export const harmless = (text: string): string => text.split('\n').map(printable).join('\n')
