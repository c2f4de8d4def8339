import { CommandFault, confirm } from '../enrollments/command.ts'
import type { BackupContext } from '../backups/terminal.ts'
import { errorCode } from '../../domain/error-facts.ts'
import { explainFaults, parseEnvironment } from '../env.ts'
import { explainStartError } from '../runtime/startup-fault.ts'
import { askAtTerminal, askSecretAtTerminal } from './ask.ts'
import { printable } from '../enrollments/terminal-text.ts'
import { showProgress } from './show-progress.ts'

/** Runs `npm run backup`, `restore` or `move`. Ctrl-C leaves everything as it was before. */
export async function runBackupCommand(
  run: (words: string[], context: BackupContext) => Promise<void>,
  help: string,
  { words, variables }: { words: string[]; variables: Record<string, string | undefined> },
): Promise<void> {
  if (words.some((word) => /^(help|--help|-h)$/.test(word))) return console.log(help)
  const parsed = parseEnvironment(variables)
  if ('fault' in parsed) {
    console.error(explainFaults(parsed.fault))
    process.exitCode = 1
    return
  }
  const { databaseUrl, dataFolder, keysFile, backups } = parsed.ok
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort(new CommandFault('Stopped. Nothing was changed.')))
  const progress = showProgress(process.stderr)
  const print = (text: string) => {
    progress.clear()
    console.log(plain(text))
  }
  try {
    await run(words, {
      places: { databaseUrl, dataFolder, keysFile, backups },
      print,
      progress: progress.show,
      askSecret: askSecretAtTerminal,
      confirm: (warning, word, yes) => confirm({ ask: askAtTerminal, print }, warning, word, yes),
      signal: stopping.signal,
      now: () => new Date(),
    })
  } catch (error) {
    progress.clear()
    const isUsage = Boolean(errorCode(error)?.startsWith('ERR_PARSE_ARGS'))
    const isSentence = isUsage || error instanceof CommandFault
    const sentence = isSentence && error instanceof Error ? error.message : explainStartError(error, 'the disk')
    console.error(sentence === undefined ? error : plain(sentence))
    process.exitCode = isUsage ? 2 : 1
  }
}

/** Names in an archive may be anybody's: they must not control the terminal. */
const plain = (text: string): string => text.split('\n').map(printable).join('\n')
