import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { StartupFault } from '../startup-fault.ts'
import { type Binaries, databaseIdentity, findBinaries, type Identity, requireReachable } from './binaries.ts'

const run = promisify(execFile)

export interface EmbeddedPostgres {
  /** Address with password, for this machine only; also kept in the file `database-url` of the data folder. */
  url: string
  /** Stops the server after its running transactions were ended, and waits for it. */
  stop(): Promise<void>
}

interface Cluster {
  folder: string
  dataFolder: string
  password: string
  binaries: Binaries
  identity: Identity
}

// Whoever holds this lock in the cluster owns the data folder; a killed owner's lock ends with its connection.
const ownerLock = 7_204_110_027

/**
 * Starts the PostgreSQL server that lives in `<dataFolder>/postgres`, creating it at the first start.
 * A server left behind by a killed process is stopped cleanly first; one in use by a living process is refused.
 */
export async function startEmbeddedPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataFolder)
  await stopOrphan(cluster)
  const url = urlFor(cluster, await freePort())
  await start(cluster, url)
  const owner = await own(url, cluster)
  await writeFile(path.join(dataFolder, 'database-url'), `${url}\n`, { mode: 0o600 })
  return {
    url,
    stop: async () => {
      await owner.end()
      await stop(cluster)
    },
  }
}

async function openCluster(dataFolder: string): Promise<Cluster> {
  const [binaries, identity] = await Promise.all([findBinaries(), databaseIdentity()])
  // Another user's PostgreSQL has to pass through the folder to its own part of it.
  await mkdir(dataFolder, { recursive: true, mode: identity.uid === undefined ? 0o700 : 0o711 })
  const folder = path.join(dataFolder, 'postgres')
  await requireReachable(folder, identity)
  await requireReachable(binaries.postgres, identity)
  const passwordFile = path.join(dataFolder, 'postgres-password')
  const cluster = { folder, dataFolder, binaries, identity, password: await readOrCreate(passwordFile) }
  const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) await initialise(cluster, passwordFile)
  return cluster
}

async function readOrCreate(file: string): Promise<string> {
  const fresh = randomBytes(24).toString('base64url')
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

/** Builds the cluster beside its final place and moves it there when it is whole, so that a kill leaves no half one. */
async function initialise(cluster: Cluster, passwordFile: string): Promise<void> {
  const { binaries, folder, identity } = cluster
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const draftPassword = path.join(cluster.dataFolder, 'postgres-password.new')
  await writeFile(draftPassword, await readFile(passwordFile), { mode: 0o600 })
  if (identity.uid !== undefined && identity.gid !== undefined) {
    await chown(draft, identity.uid, identity.gid)
    await chown(draftPassword, identity.uid, identity.gid)
  }
  const choices = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums']
  // PostgreSQL's own collation: the same order on every machine, whatever its locales.
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C']
  try {
    await run(binaries.initdb, ['-D', draft, `--pwfile=${draftPassword}`, ...choices, ...locale, ...settings()], {
      ...identity,
      cwd: '/',
    })
  } finally {
    await rm(draftPassword, { force: true })
  }
  await rename(draft, folder)
}

function settings(): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors would otherwise log the failing row and statement, which hold personal details.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const urlFor = (cluster: Cluster, port: number) => `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port for the database')
  return address.port
}

/** pg_ctl starts the server in a process group of its own: Ctrl-C reaches the gateway, not the database. */
async function start(cluster: Cluster, url: string): Promise<void> {
  const { binaries, folder, identity } = cluster
  const startLog = path.join(folder, 'start.log')
  const options = `-p ${new URL(url).port}`
  await run(binaries.pg_ctl, ['start', '-w', '-t', '60', '-D', folder, '-l', startLog, '-o', options], {
    ...identity,
    cwd: '/',
  }).catch(async (error: Error) => {
    const reason = await readFile(startLog, 'utf8').catch(() => error.message)
    if (/lock file "postmaster.pid" already exists/.test(reason)) throw inUse(cluster)
    throw new Error(`PostgreSQL did not start in ${folder}: ${reason.trim().split('\n').at(-1)}`, { cause: error })
  })
  await chmod(startLog, 0o600)
}

async function stop({ binaries, folder, identity }: Cluster): Promise<void> {
  await run(binaries.pg_ctl, ['stop', '-w', '-t', '60', '-m', 'fast', '-D', folder], { ...identity, cwd: '/' })
}

async function stopOrphan(cluster: Cluster): Promise<void> {
  const { binaries, folder, identity } = cluster
  const running = await run(binaries.pg_ctl, ['status', '-D', folder], { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  )
  if (!running) return
  const pidFile = await readFile(path.join(folder, 'postmaster.pid'), 'utf8')
  const port = Number(pidFile.split('\n')[3])
  const owner = await own(urlFor(cluster, port), cluster)
  await owner.end()
  await stop(cluster)
}

/** A connection that holds the owner's lock while this process lives. */
async function own(url: string, cluster: Cluster): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'gateway-owner' })
  // The database may end first when the machine shuts down; the pool reports that, this connection has nothing to add.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [ownerLock])
  if (rows[0]?.owned) return client
  await client.end()
  throw inUse(cluster)
}

const inUse = ({ dataFolder }: Cluster) =>
  new StartupFault(
    `The data folder ${dataFolder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
  )
