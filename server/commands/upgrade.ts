import { upgradeWith } from '../backups/run-upgrade.ts'
import { runBackupCommand } from './backup-command.ts'
import { installPrograms } from './install-programs.ts'

const summary = 'Bring the embedded database to the major version of PostgreSQL that this version of the project brings'

await runBackupCommand({ name: 'upgrade', summary, commands: upgradeWith(installPrograms), foot: 'More in docs/upgrading.md' })
