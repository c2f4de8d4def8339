import path from 'node:path'
import { keyFault } from '../personal-details/key-fault.ts'
import { readRegisteredKeys } from '../personal-details/key-table.ts'
import { UsageFault } from '../terminal/confirm.ts'
import { type Command, repeated } from '../terminal/program.ts'
import { withOwner } from './connection.ts'
import { restoreIntoFolder } from './into-folder.ts'
import { restoreKeys } from './keys-copy.ts'
import { requireFiles } from './named-files.ts'
import { withDatabase } from './places.ts'
import { restoreBackup, type Restored } from './restore.ts'
import { backupCommand, type BackupContext, describeRows, keyOf } from './terminal.ts'

const words = (command: Command) =>
  command
    .argument('[file]', 'the backup, which goes into the empty database of DATABASE_URL, or into a DATA_DIR without one')
    .option('--identity <file>', 'an identity of age that opens it')
    .option('--passphrase', 'its passphrase is asked for')
    .option('--without <table[.column]>', 'go on without what this database has no place for; may be repeated', repeated)
    .option('--keys <file>', 'put a copy of the private keys back to its place instead')
    .addHelpText('after', '\nDeliveries are held afterwards, until: npm run enrollments -- release --all')

/** `npm run restore`. */
export const restore = backupCommand(words, async (context, file, values) => {
  const { places, print, progress, signal } = context
  if (values.keys) {
    await requireFiles({ identity: values.identity, keys: values.keys })
    const key = await keyOf(context, values)
    const count = await restoreKeys(values.keys, key, places.keysFile)
    return print(`${places.keysFile} has ${count === 1 ? 'the private key' : `the ${count} private keys`} again.`)
  }
  if (!file) throw new UsageFault('Name the file to restore.')
  await requireFiles({ backup: file, identity: values.identity })
  const key = await keyOf(context, values)
  const request = { file: path.resolve(file), key, without: values.without ?? [], signal, progress }
  const { databaseUrl, dataFolder } = places
  const restored = databaseUrl ? await restoreBackup({ ...request, url: databaseUrl }) : await restoreIntoFolder(dataFolder, request)
  print(`Restored, and compared byte by byte: ${describeRows(restored.contents.rows)}, as of ${restored.contents.about.takenAt}.`)
  describeRestored(restored, print)
  await withDatabase(places, (url) => describeKeys(url, context))
  print('What is queued may have been sent after the backup was made. When you know: npm run enrollments -- release --all')
})

/** What a person has to look at after a restore or a move. */
export function describeRestored({ difference, waiting }: Restored, print: (text: string) => void): void {
  for (const line of difference.missing) print(`Not there any more: ${line}`)
  for (const line of difference.added) print(`There in addition: ${line}`)
  print(`Deliveries are held; ${waiting ? `${waiting} wait` : 'nothing waits'}.`)
}

/** The private keys are not in a backup. */
async function describeKeys(url: string, { places, print }: BackupContext): Promise<void> {
  const registered = await withOwner(url, undefined, readRegisteredKeys)
  const fault = await keyFault(registered, places.keysFile)
  if (fault) print(`${fault}\nA copy of the file goes back to its place with: npm run restore -- --keys <file>`)
}
