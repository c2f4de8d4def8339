import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { StartupFault } from '../runtime/startup-fault.ts'
import { backupName } from './folder.ts'
import { copyKeys } from './keys-copy.ts'
import { newIdentity } from './lock.ts'
import { withDatabase } from './places.ts'
import { readBackup } from './read.ts'
import { recordBackup, takeBackup } from './take.ts'
import { type BackupContext, describeRows, keyOf, lockOf } from './terminal.ts'

export const backupHelp = `npm run backup -- [<file or folder>]     back up the database, while it is in use
  --recipient age1…        encrypt it for this recipient of age (BACKUP_RECIPIENT by default); may be repeated
  --passphrase             encrypt it with a passphrase, which is asked for
npm run backup -- --keys <file>          copy the private keys for personal details, to another place than the backups;
                                         --recipient and --passphrase encrypt the copy
npm run backup -- --check <file>         read a backup whole and compare it with its sums; --identity or --passphrase
npm run backup -- --new-identity <file>  make an identity of age, and print its recipient
Exit codes: 0 done, 1 not done, 2 usage error. More in docs/backup.md.`

const options = {
  recipient: { type: 'string', multiple: true, default: [] as string[] },
  passphrase: { type: 'boolean', default: false },
  keys: { type: 'string' },
  check: { type: 'string' },
  identity: { type: 'string' },
  'new-identity': { type: 'string' },
} as const

/** `npm run backup`. */
export async function runBackup(words: string[], context: BackupContext): Promise<void> {
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
  if (positionals.length > 1) throw new StartupFault('Name one file or one folder.')
  if (values['new-identity']) return makeIdentity(values['new-identity'], context)
  if (values.check) return check(values.check, await keyOf(context, values), context)
  const lock = await lockOf(context, values)
  const { print, places, progress, signal, now } = context
  if (values.keys) {
    requireApart(values.keys, places.backups.folder)
    const count = await copyKeys(places.keysFile, path.resolve(values.keys), lock)
    print(`${values.keys} has ${count === 1 ? 'the private key' : `the ${count} private keys`} of ${places.keysFile}${lock ? ', encrypted' : ''}.`)
    return print('Keep it apart from the backups of the database: together they open everything.')
  }
  await withDatabase(places, async (url) => {
    const file = await fileFor(positionals[0] ?? `${places.backups.folder}${path.sep}`, backupName(now(), lock))
    const backup = await takeBackup({ url, file, lock, signal, progress })
    await recordBackup(url, backup)
    print(`${backup.file}: ${describeRows(backup.contents.rows)}, ${backup.bytes.toLocaleString('en')} bytes, read back and whole.`)
    print(lock ? 'It is encrypted.' : 'It is not encrypted: whoever has it has names, addresses and password hashes.')
    print(`The private keys are not in it: npm run backup -- --keys <file> copies them.`)
  })
}

function requireApart(copy: string, folder: string): void {
  if (path.dirname(path.resolve(copy)) !== path.resolve(folder)) return
  throw new StartupFault(`${folder} has the backups of the database: together with the keys they open everything. Choose another place.`)
}

/** A folder is one that exists, or whose name ends like one. */
async function fileFor(place: string, name: string): Promise<string> {
  const resolved = path.resolve(place)
  const isFolder = place.endsWith('/') || place.endsWith(path.sep) || (await stat(resolved).then((found) => found.isDirectory(), () => false))
  return isFolder ? path.join(resolved, name) : resolved
}

async function check(file: string, key: Awaited<ReturnType<typeof keyOf>>, { print }: BackupContext): Promise<void> {
  const { about, rows } = await readBackup(file, key)
  print(`${file} is whole: ${describeRows(rows)}, of ${about.takenAt}, made by version ${about.product} on PostgreSQL ${about.postgres}.`)
}

async function makeIdentity(file: string, { print, now }: BackupContext): Promise<void> {
  const { text, recipient } = await newIdentity(now())
  await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  print(`${file} opens what is encrypted for it. Keep it in two safe places, and not on this machine; nobody can make it again.`)
  print(`BACKUP_RECIPIENT=${recipient}`)
}
