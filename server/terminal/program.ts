import { styleText } from 'node:util'
import { Command, CommanderError, InvalidArgumentError, type OptionValues } from '@commander-js/extra-typings'
import { UsageFault } from './confirm.ts'
import type { Output } from './output.ts'

export type { Command }

/** What every command of a program takes. */
export interface SharedOptions {
  /** Confirms beforehand what is asked otherwise. */
  yes: boolean
  /** Noted beside the login in the staff log. */
  as?: string | undefined
}

/** Resolves with the exit code; nothing is 0. */
type Work<Context> = (context: Context) => Promise<number | void>

/** Makes the context of a command, does its work and puts the context away. */
export type Open<Context> = (work: Work<Context>, shared: SharedOptions) => Promise<number | void>

/** A command: adds its words to a command line, and its work to that. */
export type Definition<Context> = (command: Command, open: Open<Context>) => void

/**
 * Defines a command by its words and its work, which is given the context, then the arguments, then the options.
 * @example definition((command) => command.argument('<id>').option('--json'), async (context, id, { json }) => …)
 */
export function defines<Context>() {
  return <Words extends unknown[], Options extends OptionValues>(
    words: (command: Command) => Command<Words, Options>,
    work: (context: Context, ...given: [...Words, Options, Command<Words, Options>]) => Promise<number | void>,
  ): Definition<Context> =>
    (command, open) => {
      const described = words(command)
      described.action(async (...given) => {
        const shared: Partial<SharedOptions> = described.optsWithGlobals()
        await open((context) => work(context, ...given), { ...shared, yes: shared.yes ?? false })
      })
    }
}

export interface Program<Context> {
  /** The npm script. */
  name: string
  summary: string
  /** By name, or the only one. */
  commands: Record<string, Definition<Context>> | Definition<Context>
  /** The command that is meant where none is named. */
  usual?: string
  /** What every command takes besides its own options. */
  takes?: readonly ('yes' | 'as')[]
  /** What its exit codes are, in words, and the one of wrong usage, where they are not those of every other command. */
  exits?: { words: string; usage: number }
  /** What else its help says at its end. */
  foot?: string
  open: Open<Context>
}

const shared = {
  yes: { flags: '--yes', does: 'do not ask before what cannot be undone' },
  as: { flags: '--as <name>', does: 'a name to note beside your login in the staff log' },
}

/** The exit codes of every command. */
export const exitCode = { done: 0, failed: 1, usage: 2 } as const
const usualExits = { words: '0 done, 1 failed or refused, 2 wrong usage', usage: exitCode.usage }

/**
 * Runs one command line of an npm script and resolves with its exit code. Help and usage errors are printed here, all in one
 * shape; what the work throws is the caller's.
 */
export async function runProgram<Context>(words: string[], output: Output, described: Program<Context>): Promise<number> {
  const { commands, takes = [], usual, exits = usualExits } = described
  let code: number = exitCode.done
  const open: Open<Context> = async (work, given) => {
    code = (await described.open(work, given)) ?? exitCode.done
  }
  const program = createProgram(described, output)
  for (const name of takes) program.option(shared[name].flags, shared[name].does)
  const line = words.length === 0 && usual !== undefined ? [usual] : words
  const isSingle = typeof commands === 'function'
  if (isSingle) commands(program, open)
  else for (const [name, define] of Object.entries(commands)) define(program.command(name), open)
  try {
    await program.parseAsync(isSingle && line[0] === 'help' ? ['--help'] : line, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exits.usage
    if (!(error instanceof UsageFault)) throw error
    output.printError(`${error.message}\n${seeHelp(described)}`)
    return exits.usage
  }
}

function createProgram<Context>({ name, summary, exits = usualExits, foot }: Program<Context>, { print, printError, colours = false }: Output): Command {
  const line = `npm run ${name} --`
  const ends = [`Exit codes: ${exits.words}`, foot].filter(Boolean).join('\n')
  return new Command(line)
    .description(summary)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, styleTitle: (title) => styleText('bold', title, { validateStream: false }), commandDescription: (command) => capitalized(command.description()) })
    .helpOption('-h, --help', 'show this help')
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => printError(text.trimEnd()),
      outputError: (text, write) => write(capitalized(text.replace(/^error: /, ''))),
      getOutHasColors: () => colours,
      getErrHasColors: () => false,
    })
    .showHelpAfterError(seeHelp({ name }))
    .addHelpText('afterAll', `\n${ends}`)
}

const seeHelp = ({ name }: { name: string }) => `See: npm run ${name} -- --help`

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Command lines to copy, with what each does, for the end of a command's help. */
export function examples(lines: Record<string, string>): string {
  const width = Math.max(...Object.keys(lines).map((line) => line.length))
  return ['\nExamples:', ...Object.entries(lines).map(([line, does]) => `  ${line.padEnd(width)}  ${does}`)].join('\n')
}

/** An option that may be repeated. */
export const repeated = (value: string, before: string[] = []): string[] => [...before, value]

/** The value of an option that is a whole number. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < min || number > max) throw new InvalidArgumentError(`It is a number from ${min} to ${max}.`)
    return number
  }
