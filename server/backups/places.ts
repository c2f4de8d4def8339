import { access } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DataFolderInUse } from '../postgres/cluster.ts'
import { startEmbeddedPostgres, superuserUrl } from '../postgres/embedded.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { withOwner } from './connection.ts'
import type { BackupSettings } from './settings.ts'

/** Where an installation is. */
export interface Places {
  /** The operator's own PostgreSQL, as its owner; otherwise the embedded one of the data folder. */
  databaseUrl: string | undefined
  dataFolder: string
  /** The file with the private keys for personal details. */
  keysFile: string
  backups: BackupSettings
}

/** Longer than a gateway needs from its database's start until it says where that is. */
const startLimitMs = 20_000
const retryDelayMs = 200

/**
 * Does something with the database, as its owner. The embedded one is started for this while no gateway runs it; a gateway that
 * is starting just now is waited for.
 */
export async function withDatabase<Result>(
  { databaseUrl, dataFolder }: Pick<Places, 'databaseUrl' | 'dataFolder'>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  for (const begun = performance.now(); ; await wait(retryDelayMs)) {
    const running = databaseUrl ?? (await runningUrl(dataFolder))
    if (running) return work(running)
    const isPatient = performance.now() - begun < startLimitMs
    const embedded = await startEmbeddedPostgres(dataFolder).catch((error: unknown) => {
      if (isPatient && error instanceof DataFolderInUse) return undefined
      throw error
    })
    if (!embedded) continue
    try {
      return await work(embedded.url)
    } finally {
      await embedded.stop()
    }
  }
}

/** The address of an embedded server that a gateway runs; undefined if none does. */
async function runningUrl(dataFolder: string): Promise<string | undefined> {
  const none = new StartupFault(`There is no database in ${dataFolder}. Set DATA_DIR to the folder that has one, or DATABASE_URL.`)
  await access(path.join(dataFolder, 'postgres')).catch(() => Promise.reject(none))
  // It is written at the end of a start.
  const url = await superuserUrl(dataFolder).catch(() => undefined)
  const answers = url && (await withOwner(url, undefined, async () => true).catch(unlessAway))
  return answers ? url : undefined
}

/** After a stop, another program may have the port. */
function unlessAway(error: unknown): false {
  if (error instanceof StartupFault) return false
  throw error
}
