import { restore } from '../backups/run-restore.ts'
import { runBackupCommand } from './backup-command.ts'

await runBackupCommand({ name: 'restore', summary: 'Restore a backup into an empty database', commands: restore })
