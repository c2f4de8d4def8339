import path from 'node:path'
import { parseArgs } from 'node:util'
import { keyFault } from '../personal-details/key-fault.ts'
import { readRegisteredKeys } from '../personal-details/key-table.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { withOwner } from './connection.ts'
import { restoreIntoFolder } from './into-folder.ts'
import { restoreKeys } from './keys-copy.ts'
import { withDatabase } from './places.ts'
import { restoreBackup, type Restored } from './restore.ts'
import { type BackupContext, describeRows, keyOf } from './terminal.ts'

export const restoreHelp = `npm run restore -- <file>            restore a backup into the empty database of DATABASE_URL, or into a DATA_DIR without one
  --identity <file>          an identity of age that opens it, or
  --passphrase               its passphrase, which is asked for
  --without <table[.column]> go on without what this database has no place for; may be repeated
npm run restore -- --keys <file>     put a copy of the private keys back to its place
Deliveries are held afterwards, until: npm run enrollments -- release --all
Exit codes: 0 done, 1 not done, 2 usage error. More in docs/backup.md.`

const options = {
  identity: { type: 'string' },
  passphrase: { type: 'boolean', default: false },
  without: { type: 'string', multiple: true, default: [] as string[] },
  keys: { type: 'string' },
} as const

/** `npm run restore`. */
export async function runRestore(words: string[], context: BackupContext): Promise<void> {
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
  const { places, print, progress, signal } = context
  const key = await keyOf(context, values)
  if (values.keys) {
    const count = await restoreKeys(values.keys, key, places.keysFile)
    return print(`${places.keysFile} has ${count === 1 ? 'the private key' : `the ${count} private keys`} again.`)
  }
  const [file, ...more] = positionals
  if (!file || more.length) throw new StartupFault('Name the one file to restore.')
  const request = { file: path.resolve(file), key, without: values.without, signal, progress }
  const { databaseUrl, dataFolder } = places
  const restored = databaseUrl ? await restoreBackup({ ...request, url: databaseUrl }) : await restoreIntoFolder(dataFolder, request)
  print(`Restored, and compared byte by byte: ${describeRows(restored.contents.rows)}, as of ${restored.contents.about.takenAt}.`)
  describeRestored(restored, print)
  await withDatabase(places, (url) => describeKeys(url, context))
  print('What is queued may have been sent after the backup was made. When you know: npm run enrollments -- release --all')
}

/** What a person has to look at after a restore or a move. */
export function describeRestored({ difference, waiting }: Restored, print: (text: string) => void): void {
  for (const line of difference.missing) print(`Not there any more: ${line}`)
  for (const line of difference.added) print(`There in addition: ${line}`)
  print(`Deliveries are held; ${waiting} wait.`)
}

/** The private keys are not in a backup. */
async function describeKeys(url: string, { places, print }: BackupContext): Promise<void> {
  const registered = await withOwner(url, undefined, readRegisteredKeys)
  const fault = await keyFault(registered, places.keysFile)
  if (fault) print(`${fault}\nA copy of the file goes back to its place with: npm run restore -- --keys <file>`)
}
