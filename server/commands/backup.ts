import { backup } from '../backups/run-backup.ts'
import { runBackupCommand } from './backup-command.ts'

await runBackupCommand({ name: 'backup', summary: 'Back up the database, while it is in use', commands: backup })
