import type { BackupContext } from '../backups/terminal.ts'
import { askAtTerminal, askSecretAtTerminal } from '../terminal/ask.ts'
import { CommandFault } from '../terminal/confirm.ts'
import { onInterruption } from '../terminal/interruption.ts'
import { consoleOutput } from '../terminal/output.ts'
import type { Program } from '../terminal/program.ts'
import { harmless, runCommand } from './run-command.ts'

/** Runs `npm run backup`, `restore`, `move` or `upgrade`. Ctrl-C leaves everything as it was before. */
export function runBackupCommand(program: Omit<Program<BackupContext>, 'open'>): Promise<void> {
  const { print, printError, progress, colours } = consoleOutput
  const output = { print: (text: string) => print(harmless(text)), printError: (text: string) => printError(harmless(text)), colours }
  return runCommand<BackupContext>(
    {
      foot: 'More in docs/backup.md',
      ...program,
      async open(work, { databaseUrl, dataFolder, keysFile, backups }, { yes }) {
        const stopping = new AbortController()
        onInterruption(() => stopping.abort(new CommandFault('Stopped. Nothing was changed.')))
        return work({
          places: { databaseUrl, dataFolder, keysFile, backups },
          print: output.print,
          progress,
          ask: askAtTerminal,
          askSecret: askSecretAtTerminal,
          yes,
          signal: stopping.signal,
          now: () => new Date(),
        })
      },
    },
    output,
  )
}
