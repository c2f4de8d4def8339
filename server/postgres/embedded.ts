import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Cluster, inUse, openCluster } from './cluster.ts'
import { type Ownership, takeOwnership } from './ownership.ts'
import { isServerProcess, runProgram } from './processes.ts'

export interface EmbeddedPostgres {
  /** The address with its password, for this machine only. Also in the file `database-url` of the data folder. */
  url: string
  /** Aborts running transactions, stops the server and waits for its end. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server in `<dataFolder>/postgres`, creating it at the first start. A server that a killed
 * gateway left behind is stopped cleanly first; one that a living gateway uses is a StartupFault.
 */
export async function startEmbeddedPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataFolder)
  await stopOrphan(cluster)
  const url = urlFor(cluster, await freePort())
  await start(cluster, url)
  const ownership = await ownOrRefuse(cluster, url)
  await writeFile(path.join(dataFolder, 'database-url'), `${url}\n`, { mode: 0o600 })
  return {
    url,
    stop: async () => {
      const mayStop = ownership.isHeld()
      await ownership.release()
      // Without ownership, the running server may be one that another gateway has started since.
      if (mayStop) await stop(cluster)
    },
  }
}

const urlFor = (cluster: Cluster, port: number) => `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`

async function ownOrRefuse(cluster: Cluster, url: string): Promise<Ownership> {
  const ownership = await takeOwnership(url)
  if (!ownership) throw inUse(cluster)
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
  // The server appends to this file, and an earlier start's error must not be reported again.
  await rm(startLog, { force: true })
  const parameters = ['start', '-w', '-t', '60', '-D', folder, '-l', startLog, '-o', `-p ${new URL(url).port}`]
  const { code } = await runProgram(binaries.pg_ctl, parameters, identity, 'silent')
  if (code === 0) return
  const startOutput = await readFile(startLog, 'utf8').catch(() => '')
  if (/lock file "postmaster.pid" already exists/.test(startOutput)) throw inUse(cluster)
  const words = startOutput.match(/(?:FATAL|PANIC): .*/)?.[0] ?? `its log is in ${path.join(folder, 'log')}`
  throw new StartupFault(`PostgreSQL did not start in ${folder}: ${words}`)
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

/** According to pg_ctl, which trusts any living process whose id is in `postmaster.pid`. */
async function isRunning({ binaries, folder, identity }: Cluster): Promise<boolean> {
  return (await runProgram(binaries.pg_ctl, ['status', '-D', folder], identity)).code !== notRunning
}

async function stopOrphan(cluster: Cluster): Promise<void> {
  if (!(await isRunning(cluster))) return
  const pidFile = path.join(cluster.folder, 'postmaster.pid')
  const [pid, , , port] = (await readFile(pidFile, 'utf8')).split('\n').map(Number)
  if (pid && !(await isServerProcess(Math.abs(pid)))) {
    // After a crash of the machine, the id may belong to another program.
    await rm(pidFile, { force: true })
    return
  }
  if (!pid || !port) throw new StartupFault(`${pidFile} is damaged. If no PostgreSQL runs on that folder, delete it.`)
  const ownership = await ownOrRefuse(cluster, urlFor(cluster, port)).catch((error: unknown) => {
    if (error instanceof StartupFault) throw error
    throw new StartupFault(
      `A PostgreSQL with the process number ${pid} seems to run on ${cluster.folder} but does not answer. ` +
        `Stop it, or delete ${pidFile} if it belongs to another database.`,
    )
  })
  await ownership.release()
  await stop(cluster)
}
