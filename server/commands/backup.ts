import { backupHelp, runBackup } from '../backups/run-backup.ts'
import { runBackupCommand } from './backup-command.ts'

// npm run backup -- help

await runBackupCommand(runBackup, backupHelp, { words: process.argv.slice(2), variables: process.env })
