import { readFile, rm, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import type { Log } from '../runtime/log.ts'
import { replaceSecret } from '../runtime/secret-file.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import type { Binaries } from './binaries.ts'
import { type Cluster, inUse, openCluster } from './cluster.ts'
import { type Ownership, ownerOf, takeOwnership } from './ownership.ts'
import { isServerProcess, runProgram } from './processes.ts'

export interface EmbeddedPostgres {
  /** The superuser's address, for migrations alone. */
  url: string
  /** Writes an address into the file `database-url` of the data folder, for people and commands. */
  announce(url: string): Promise<void>
  /** Aborts running transactions, stops the server and waits for its end. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server in `<dataFolder>/postgres`, creating it at the first start. A server that a killed
 * gateway left behind is stopped cleanly first; one that a living gateway uses is a StartupFault. A server that dies is
 * started again, on the same port. `former` are the programs of another major version, for a cluster that it has made.
 */
export async function startEmbeddedPostgres(
  dataFolder: string,
  log: Log = () => undefined,
  former?: Binaries,
): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataFolder, former)
  await refuseHotCopy(cluster)
  await stopOrphan(cluster)
  const url = urlFor(cluster, await freePort())
  await start(cluster, url)
  const ownership = await ownOrRefuse(cluster, url, reviver(cluster, url, log))
  return {
    url,
    announce: (address) => replaceSecret(path.join(dataFolder, addressFile), `${address}\n`),
    stop: async () => {
      // Without ownership, the running server may be one that another gateway has started since.
      if (await ownership.release()) await stop(cluster)
    },
  }
}

const addressFile = 'database-url'

/** The superuser's address of a server that a gateway runs in this data folder. */
export async function superuserUrl(dataFolder: string): Promise<string> {
  const [address, password] = await Promise.all(
    [addressFile, 'postgres-password'].map((name) => readFile(path.join(dataFolder, name), 'utf8')),
  )
  return urlFor({ password: password?.trim() ?? '' }, Number(new URL(address ?? '').port))
}

const urlFor = ({ password }: Pick<Cluster, 'password'>, port: number) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

/** Between attempts that fail, such as on a full disk. */
const restartDelayMs = 1_000

/** Starts a server that has died, and does nothing while it runs. One outage is logged once. */
function reviver(cluster: Cluster, url: string, log: Log): () => Promise<void> {
  let failing = false
  return async () => {
    if (await isRunning(cluster)) return
    try {
      await start(cluster, url)
      failing = false
      log('database-started-again')
    } catch (error) {
      if (!failing) log('database-not-started-again', { reason: errorName(error), code: errorCode(error) })
      failing = true
      await wait(restartDelayMs)
      throw error
    }
  }
}

async function ownOrRefuse(cluster: Cluster, url: string, revive?: () => Promise<void>): Promise<Ownership> {
  const ownership = await takeOwnership(url, revive)
  if (!ownership) throw inUse(cluster, await ownerOf(url))
  return ownership
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port for the database')
  return address.port
}

async function start(cluster: Cluster, url: string): Promise<void> {
  const { binaries, folder, identity } = cluster
  const startLog = path.join(folder, 'start.log')
  const parameters = ['start', '-w', '-t', '60', '-D', folder, '-l', startLog, '-o', `-p ${new URL(url).port}`]
  for (const begun = performance.now(); ; await wait(retryDelayMs)) {
    // The server appends to this file, and an earlier start's error must not be reported again.
    await rm(startLog, { force: true })
    const { code } = await runProgram(binaries.pg_ctl, parameters, identity, 'silent')
    if (code === 0) return
    const startOutput = await readFile(startLog, 'utf8').catch(() => '')
    if (/lock file "postmaster.pid" already exists/.test(startOutput)) throw inUse(cluster)
    // The processes of a server that was killed end by themselves as soon as they notice.
    const isEnding = /pre-existing shared memory block/.test(startOutput)
    if (isEnding && performance.now() - begun < endingLimitMs) continue
    throw await startFault(cluster, startOutput)
  }
}

const retryDelayMs = 50
const endingLimitMs = 10_000

/** Less than PostgreSQL needs to start: one segment of its write-ahead log, and some pages. */
const minStartBytes = 24 * 1024 * 1024

async function startFault({ folder }: Cluster, startOutput: string): Promise<Error> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < minStartBytes) return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const words = startOutput.match(/(?:FATAL|PANIC): .*/)?.[0] ?? `its log is in ${path.join(folder, 'log')}`
  return new StartupFault(`PostgreSQL did not start in ${folder}: ${words}`)
}

async function stop(cluster: Cluster): Promise<void> {
  const { binaries, folder, identity } = cluster
  const { code, stderr } = await runProgram(
    binaries.pg_ctl,
    ['stop', '-w', '-t', '60', '-m', 'fast', '-D', folder],
    identity,
  )
  if (code !== 0 && (await isRunning(cluster))) throw new Error(`PostgreSQL did not stop: ${stderr}`)
}

const notRunning = 3

/**
 * Whether a server runs on the folder. pg_ctl trusts any living process whose id is in `postmaster.pid`, which after a crash
 * may be another program: then the file is removed.
 */
async function isRunning({ binaries, folder, identity }: Cluster): Promise<boolean> {
  if ((await runProgram(binaries.pg_ctl, ['status', '-D', folder], identity)).code === notRunning) return false
  const lock = await readLock(folder).catch(() => undefined)
  if (!lock) return false
  if (!lock.pid || (await isServerProcess(Math.abs(lock.pid)))) return true
  await rm(lockFile(folder), { force: true })
  return false
}

const lockFile = (folder: string) => path.join(folder, 'postmaster.pid')

interface Lock {
  pid: number | undefined
  /** The folder that the server was started on. */
  folder: string | undefined
  port: number | undefined
}

async function readLock(folder: string): Promise<Lock> {
  const [pid, startedOn, , port] = (await readFile(lockFile(folder), 'utf8')).split('\n')
  return { pid: Number(pid), folder: startedOn, port: Number(port) }
}

/** The lock file of another folder is here only if somebody has copied it under a running server. Such a copy may look whole. */
async function refuseHotCopy({ folder }: Cluster): Promise<void> {
  const lock = await readLock(folder).catch(() => undefined)
  if (!lock?.folder || path.resolve(lock.folder) === path.resolve(folder)) return
  throw new StartupFault(
    `${folder} was copied from ${lock.folder} while a server ran there, so that its files are of different moments: restore a ` +
      `backup instead (docs/backup.md). If the folder was moved after its server had died, delete ${lockFile(folder)}.`,
  )
}

async function stopOrphan(cluster: Cluster): Promise<void> {
  if (!(await isRunning(cluster))) return
  const { pid, port } = await readLock(cluster.folder)
  const file = lockFile(cluster.folder)
  if (!pid || !port) throw new StartupFault(`${file} is damaged. If no PostgreSQL runs on that folder, delete it.`)
  const ownership = await ownOrRefuse(cluster, urlFor(cluster, port)).catch((error: unknown) => {
    if (error instanceof StartupFault) throw error
    throw new StartupFault(
      `A PostgreSQL with the process number ${pid} seems to run on ${cluster.folder} but does not answer. ` +
        `Stop it, or delete ${file} if it belongs to another database.`,
    )
  })
  await ownership.release()
  await stop(cluster)
}
