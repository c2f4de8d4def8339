import { restoreHelp, runRestore } from '../backups/run-restore.ts'
import { runBackupCommand } from './backup-command.ts'

// npm run restore -- help

await runBackupCommand(runRestore, restoreHelp, { words: process.argv.slice(2), variables: process.env })
