import { CommandFault, type Desk } from './command.ts'

/**
 * Goes on only where the person types `word`, or has said --yes beforehand. Without a terminal nobody can be asked, and
 * only --yes goes on.
 */
export async function confirm({ ask, print }: Desk, warning: string, word: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!ask) throw new CommandFault('There is no terminal to ask on: say --yes if you are sure.')
  print(warning)
  const answer = await ask(`Type ${word} to go on: `)
  if (answer.trim() !== word) throw new CommandFault('Nothing was done.')
}

/** What a person types to show that this enrollment is meant. */
export const shortId = (id: string) => id.slice(0, 8)
