import path from 'node:path'
import { parseArgs } from 'node:util'
import { StartupFault } from '../runtime/startup-fault.ts'
import { backupName } from './folder.ts'
import { moveInstallation, reopenInstallation } from './move.ts'
import { withDatabase } from './places.ts'
import { describeRestored } from './run-restore.ts'
import { type BackupContext, describeRows, lockOf } from './terminal.ts'

export const moveHelp = `npm run move -- --to <address>       move from DATA_DIR or DATABASE_URL to another, empty PostgreSQL or Supabase project
  --without <table[.column]> go on without what the new database has no place for; may be repeated
npm run move -- --undo               use the installation again that was left
The address is that of the new database's owner, postgres://user@host/database, without its password, which is in PGPASSWORD.
Stop the gateways first. The old installation takes no forms any more and sends nothing.
Exit codes: 0 done, 1 not done, 2 usage error. More in docs/backup.md.`

const options = {
  to: { type: 'string' },
  undo: { type: 'boolean', default: false },
  without: { type: 'string', multiple: true, default: [] as string[] },
  yes: { type: 'boolean', default: false },
} as const

/** `npm run move`. */
export async function runMove(words: string[], context: BackupContext): Promise<void> {
  const { values } = parseArgs({ args: words, options })
  const { places, print, progress, signal, now } = context
  if (values.undo) {
    await context.confirm('This installation takes forms again and sends what waits here. The other one must not do so, too.', 'undo', values.yes)
    await withDatabase(places, (url) => reopenInstallation(url))
    return print('It is in use again.')
  }
  const to = addressOf(values.to)
  await context.confirm('The installation that is left takes no forms any more and sends nothing.', 'move', values.yes)
  const lock = await lockOf(context, { recipient: [], passphrase: false })
  const file = path.join(places.backups.folder, backupName(now(), lock))
  const restored = await withDatabase(places, (from) =>
    moveInstallation({ from, to, file, lock, without: values.without, signal, progress }),
  )
  print(`Moved, and compared byte by byte: ${describeRows(restored.contents.rows)}. A backup of it is ${file}.`)
  describeRestored(restored, print)
  print(
    restored.to === 'supabase'
      ? 'Next: give the function the private keys, and release the deliveries (docs/backup.md).'
      : 'Next: set DATABASE_URL to the new address, start, and when all is well: npm run enrollments -- release --all',
  )
}

/** Without a password, which every process of the machine could read among the arguments. */
function addressOf(to: string | undefined): string {
  const url = to && /^postgres(ql)?:\/\//.test(to) ? URL.parse(to) : null
  if (!to || !url) throw new StartupFault('Name the new database: --to postgres://user@host:5432/database')
  if (url.password) throw new StartupFault('Leave the password out of the address, where others on this machine can read it, and set PGPASSWORD.')
  return to
}
