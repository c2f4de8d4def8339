import type { Output } from './output.ts'

/** Ends a command. The message is a sentence for the person at the terminal. */
export class CommandFault extends Error {
  override name = 'CommandFault'
}

/** A command line that contradicts itself, or lacks something: the exit code is that of wrong usage. */
export class UsageFault extends CommandFault {
  override name = 'UsageFault'
}

export interface Confirming extends Pick<Output, 'print'> {
  /** Asks the person at the terminal; undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined
  /** Whether the person has passed --yes. */
  yes: boolean
}

/** Continues if the person types `word` or has passed --yes. Without a terminal, --yes is required. */
export async function confirm({ ask, print, yes }: Confirming, warning: string, word: string): Promise<void> {
  if (yes) return
  if (!ask) throw new CommandFault('There is no terminal to ask on: say --yes if you are sure.')
  print(warning)
  const answer = await ask(`Type ${word} to go on: `)
  if (answer.trim() !== word) throw new CommandFault('Nothing was done.')
}
