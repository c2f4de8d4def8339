import { moveHelp, runMove } from '../backups/run-move.ts'
import { runBackupCommand } from './backup-command.ts'

// npm run move -- help

await runBackupCommand(runMove, moveHelp, { words: process.argv.slice(2), variables: process.env })
