import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../../domain/error-facts.ts'
import { readOrCreateSecret } from '../runtime/secret-file.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Binaries, databaseIdentity, findBinaries } from './binaries.ts'
import { requirePrivate, requireReachable } from './folder-rights.ts'
import { type Identity, runProgram } from './processes.ts'
import { majorOfBinaries, recordPrograms } from './programs.ts'
import { finishReplacing } from './replace-cluster.ts'

/** A PostgreSQL cluster in the data folder, with everything needed to run it. */
export interface Cluster {
  /** `<dataFolder>/postgres`. */
  folder: string
  dataFolder: string
  password: string
  binaries: Binaries
  identity: Identity
}

/**
 * Opens the cluster of a data folder, creating it at the first start. One of another major version of PostgreSQL is a
 * StartupFault, unless its own programs are given.
 */
export async function openCluster(dataFolder: string, former?: Binaries): Promise<Cluster> {
  const [binaries, identity] = await Promise.all([former ?? findBinaries(), databaseIdentity()])
  // PostgreSQL, which may run as another user, has to traverse the folder to reach its own.
  await mkdir(dataFolder, { recursive: true, mode: identity.uid === undefined ? 0o700 : 0o711 })
  const folder = path.join(dataFolder, 'postgres')
  await finishReplacing(folder)
  await requireReachable(folder, identity)
  await requireReachable(binaries.postgres, identity)
  const major = await majorIn(folder).catch(async (error: unknown) => {
    await requirePrivate(folder, identity)
    throw error
  })
  const exists = major !== undefined
  if (exists) {
    await requirePrivate(folder, identity)
    requireMajor(folder, major, await majorOfBinaries(binaries))
  }
  const passwordFile = path.join(dataFolder, 'postgres-password')
  const password = await readOrCreateSecret(passwordFile, async () => {
    if (exists) throw new StartupFault(`${passwordFile} is missing, which opens the database beside it. Restore it from a backup.`)
    return randomBytes(24).toString('base64url')
  })
  const cluster = { folder, dataFolder, binaries, identity, password: password.trim() }
  if (!exists) await create(cluster)
  if (!former) await recordPrograms(dataFolder, binaries)
  return cluster
}

function requireMajor(folder: string, made: number, brought: number): void {
  if (made === brought) return
  const fact = `${folder} was made by PostgreSQL ${made}, and this version of the project brings ${brought}`
  throw new StartupFault(
    made < brought
      ? `${fact}. Bring it over with: npm run upgrade (docs/upgrading.md)`
      : `${fact}: a newer version of the project was here. Install that one.`,
  )
}

/** Another process has the data folder: a gateway, which may be starting still, or a command. */
export class DataFolderInUse extends StartupFault {}

/** The fault if another gateway uses the data folder, with the number of its process if that is known. */
export function inUse({ dataFolder }: Cluster, owner?: string): DataFolderInUse {
  const who = owner ? `another process, number ${owner}` : 'another process'
  return new DataFolderInUse(
    `The data folder ${dataFolder} is in use by ${who}. Stop that one, or set DATA_DIR to another folder.`,
  )
}

/** The major version of PostgreSQL that made the cluster; undefined if there is none. */
export const majorIn = (folder: string): Promise<number | undefined> =>
  readFile(path.join(folder, 'PG_VERSION'), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    // A folder that may not be entered is no reason to create another one in its place.
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    },
  )

/** Creates the cluster beside its final place and moves it there when complete, so that a kill leaves no partial one. */
async function create(cluster: Cluster): Promise<void> {
  const { binaries, folder, identity, password } = cluster
  const draft = await mkdtemp(`${folder}.new-`)
  const passwordFile = path.join(draft, 'password')
  const content = path.join(draft, 'postgres')
  try {
    await mkdir(content, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    for (const place of [draft, content, passwordFile]) await changeOwner(identity, place)
    const { code, stderr } = await runProgram(binaries.initdb, ['-D', content, ...choices(passwordFile)], identity)
    if (code !== 0) throw new Error(`initdb: ${stderr}`)
    await rename(content, folder).catch(async (error: unknown) => {
      // Another gateway, started concurrently, was faster.
      throw (await majorIn(folder)) === undefined ? error : inUse(cluster)
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function changeOwner({ uid, gid }: Identity, place: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(place, uid, gid)
}

function choices(passwordFile: string): string[] {
  return [
    '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums',
    // PostgreSQL's built-in collation sorts the same on every machine.
    '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // By default, errors log the failing row and statement, which hold personal details.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
}
