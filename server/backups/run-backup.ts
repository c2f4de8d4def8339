import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../../domain/error-facts.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Command, repeated } from '../terminal/program.ts'
import { printableJson } from '../terminal/text.ts'
import { bringAway } from './bring-away.ts'
import { backupName, unshipped } from './folder.ts'
import type { Contents } from './format.ts'
import { copyKeys } from './keys-copy.ts'
import { type Key, type Lock, newIdentity } from './lock.ts'
import { requireFiles } from './named-files.ts'
import { withDatabase } from './places.ts'
import { readBackup } from './read.ts'
import { recordBackup, takeBackup } from './take.ts'
import { backupCommand, type BackupContext, describeRows, keyOf, lockOf } from './terminal.ts'

const words = (command: Command) =>
  command
    .argument('[place]', 'the file or folder for the backup; without one, BACKUP_DIR')
    .option('--recipient <age1…>', 'encrypt it for this recipient of age (BACKUP_RECIPIENT by default); may be repeated', repeated)
    .option('--passphrase', 'encrypt it with a passphrase, which is asked for')
    .option('--keys <file>', 'copy the private keys for personal details instead, to another place than the backups')
    .option('--check <file>', 'read a backup whole instead, and compare it with its sums')
    .option('--identity <file>', 'an identity of age that opens the backup to check')
    .option('--new-identity <file>', 'make an identity of age instead, and print its recipient')
    .option('--json', 'print what was done as JSON')

/** `npm run backup`. */
export const backup = backupCommand(words, async (context, place, values) => {
  const { facts, lines } = await backUp(context, place, values)
  context.print(values.json ? printableJson(facts) : lines.join('\n'))
})

/** What was done, for programs and for people. */
interface Report {
  facts: Record<string, unknown>
  lines: string[]
}

type Options = ReturnType<ReturnType<typeof words>['opts']>

async function backUp(context: BackupContext, place: string | undefined, values: Options): Promise<Report> {
  if (values.newIdentity) return makeIdentity(values.newIdentity, context)
  if (values.check) {
    await requireFiles({ backup: values.check, identity: values.identity })
    return check(values.check, await keyOf(context, values))
  }
  const lock = await lockOf(context, values)
  return values.keys ? backUpKeys(values.keys, lock, context) : backUpDatabase(place, lock, context)
}

async function backUpKeys(file: string, lock: Lock | undefined, { places }: BackupContext): Promise<Report> {
  requireApart(file, places.backups.folder)
  const count = await copyKeys(places.keysFile, path.resolve(file), lock)
  return {
    facts: { file, keys: count, encrypted: Boolean(lock) },
    lines: [
      `${file} has ${count === 1 ? 'the private key' : `the ${count} private keys`} of ${places.keysFile}${lock ? ', encrypted' : ''}.`,
      'Keep it apart from the backups of the database: together they open everything.',
    ],
  }
}

function backUpDatabase(place: string | undefined, lock: Lock | undefined, { places, progress, signal, now }: BackupContext): Promise<Report> {
  return withDatabase(places, async (url) => {
    const file = await fileFor(place ?? `${places.backups.folder}${path.sep}`, backupName(now(), lock))
    const taken = await takeBackup({ url, file, lock, signal, progress })
    // What is named is for somewhere else.
    const command = place ? undefined : places.backups.command
    if (command) await bringAway(command, taken.file, signal).catch((cause: unknown) => notAway(taken.file, cause))
    await recordBackup(url, taken)
    const { file: made, bytes, contents } = taken
    return {
      facts: { file: made, bytes, ...factsOf(contents), encrypted: Boolean(lock), broughtAway: command !== undefined },
      lines: [
        `${made}: ${describeRows(contents.rows)}, ${bytes.toLocaleString('en')} bytes, read back and whole.`,
        lock ? 'It is encrypted.' : 'It is not encrypted: whoever has it has names, addresses and password hashes.',
        ...(command ? ['BACKUP_COMMAND has brought it away.'] : []),
        'The private keys are not in it: npm run backup -- --keys <file> copies them.',
      ],
    }
  })
}

/** What is in a backup, for programs. */
const factsOf = ({ about: { takenAt, product, postgres }, rows }: Contents) => ({ takenAt, product, postgres, rows: Object.fromEntries(rows) })

function notAway(file: string, cause: unknown): never {
  throw new StartupFault(`BACKUP_COMMAND has failed, so the backup is on this machine alone: ${unshipped(file)}`, { cause })
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

async function check(file: string, key: Key | undefined): Promise<Report> {
  const contents = await readBackup(file, key)
  const { about, rows } = contents
  return {
    facts: { file, ...factsOf(contents) },
    lines: [`${file} is whole: ${describeRows(rows)}, of ${about.takenAt}, made by version ${about.product} on PostgreSQL ${about.postgres}.`],
  }
}

async function makeIdentity(file: string, { now }: BackupContext): Promise<Report> {
  const { text, recipient } = await newIdentity(now())
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw new StartupFault(`${file} cannot be written (${errorCode(cause)}). Name another place.`, { cause })
  })
  return {
    facts: { file, recipient },
    lines: [
      `${file} opens what is encrypted for it. Keep it in two safe places, and not on this machine; nobody can make it again.`,
      `BACKUP_RECIPIENT=${recipient}`,
    ],
  }
}
