import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { exists } from '../runtime/exists.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { restoreBackup, type Restored, type RestoreRequest } from './restore.ts'

type Request = Omit<RestoreRequest, 'url'>

/**
 * Restores a backup into a data folder without a database. The new one is made in a folder inside of it, on the same volume, and
 * moved to its place once it is whole; what an interrupted restore has left there is removed first.
 */
export async function restoreIntoFolder(dataFolder: string, request: Request): Promise<Restored> {
  const place = path.join(dataFolder, 'postgres')
  if (await exists(place)) {
    throw new StartupFault(`There is a database in ${dataFolder} already. A restore never mixes: move the folder away, or set DATA_DIR to another one.`)
  }
  const draft = path.join(dataFolder, 'restoring')
  await makeDraft(draft)
  const restored = await restoreIntoDraft(draft, request)
  // The password first: without a database it opens nothing, and is replaced by the next attempt.
  for (const name of ['postgres-password', 'postgres']) await rename(path.join(draft, name), path.join(dataFolder, name))
  await rm(draft, { recursive: true, force: true })
  return restored
}

/** Makes an empty folder for a database. Of one that a killed attempt has left there, the server is stopped first. */
export async function makeDraft(draft: string): Promise<void> {
  if (await exists(path.join(draft, 'postgres'))) await (await startEmbeddedPostgres(draft)).stop()
  await rm(draft, { recursive: true, force: true })
  // PostgreSQL, which may run as another user, has to traverse them.
  await mkdir(draft, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}

/** Restores into a new cluster, `<draft>/postgres`, whose server is stopped afterwards. If that fails, the draft is removed. */
export async function restoreIntoDraft(draft: string, request: Request): Promise<Restored> {
  try {
    const embedded = await startEmbeddedPostgres(draft)
    try {
      return await restoreBackup({ ...request, url: embedded.url })
    } finally {
      await embedded.stop()
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
