import path from 'node:path'
import { StartupFault } from '../runtime/startup-fault.ts'
import { confirm, UsageFault } from '../terminal/confirm.ts'
import { type Command, repeated } from '../terminal/program.ts'
import { backupName } from './folder.ts'
import { moveInstallation, reopenInstallation } from './move.ts'
import { withDatabase } from './places.ts'
import { describeRestored } from './run-restore.ts'
import { backupCommand, describeRows, lockOf } from './terminal.ts'

const words = (command: Command) =>
  command
    .option('--to <address>', "the new, empty database as its owner, postgres://user@host/database; the password is in PGPASSWORD")
    .option('--without <table[.column]>', 'go on without what the new database has no place for; may be repeated', repeated)
    .option('--undo', 'use the installation again that was left')
    .addHelpText('after', '\nStop the gateways first. The old installation takes no forms any more and sends nothing.')

/** `npm run move`. */
export const move = backupCommand(words, async (context, values) => {
  const { places, print, progress, signal, now } = context
  if (values.undo) {
    await confirm(context, 'This installation takes forms again and sends what waits here. The other one must not do so, too.', 'undo')
    await withDatabase(places, (url) => reopenInstallation(url))
    return print('It is in use again.')
  }
  const to = addressOf(values.to)
  await confirm(context, 'The installation that is left takes no forms any more and sends nothing.', 'move')
  const lock = await lockOf(context, {})
  const file = path.join(places.backups.folder, backupName(now(), lock))
  const restored = await withDatabase(places, (from) =>
    moveInstallation({ from, to, file, lock, without: values.without ?? [], signal, progress }),
  )
  print(`Moved, and compared byte by byte: ${describeRows(restored.contents.rows)}. A backup of it is ${file}.`)
  describeRestored(restored, print)
  print(
    restored.to === 'supabase'
      ? 'Next: give the function the private keys, and release the deliveries (docs/backup.md).'
      : 'Next: set DATABASE_URL to the new address, start, and when all is well: npm run enrollments -- release --all',
  )
})

/** Without a password, which every process of the machine could read among the arguments. */
function addressOf(to: string | undefined): string {
  const url = to && /^postgres(ql)?:\/\//.test(to) ? URL.parse(to) : null
  if (!to || !url) throw new UsageFault('Name the new database: --to postgres://user@host:5432/database')
  if (url.password) throw new StartupFault('Leave the password out of the address, where others on this machine can read it, and set PGPASSWORD.')
  return to
}
