import { move } from '../backups/run-move.ts'
import { runBackupCommand } from './backup-command.ts'

await runBackupCommand({ name: 'move', summary: 'Move from DATA_DIR or DATABASE_URL to another, empty PostgreSQL or Supabase project', commands: move, takes: ['yes'] })
