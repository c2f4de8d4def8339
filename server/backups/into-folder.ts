import { access, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { restoreBackup, type Restored, type RestoreRequest } from './restore.ts'

const exists = (place: string) =>
  access(place).then(
    () => true,
    () => false,
  )

/**
 * Restores a backup into a data folder without a database. The new one is made in a folder inside of it, on the same volume, and
 * moved to its place once it is whole; what an interrupted restore has left there is removed first.
 */
export async function restoreIntoFolder(dataFolder: string, request: Omit<RestoreRequest, 'url'>): Promise<Restored> {
  const place = path.join(dataFolder, 'postgres')
  if (await exists(place)) {
    throw new StartupFault(`There is a database in ${dataFolder} already. A restore never mixes: move the folder away, or set DATA_DIR to another one.`)
  }
  const draft = path.join(dataFolder, 'restoring')
  await removeDraft(draft)
  // PostgreSQL, which may run as another user, has to traverse them.
  await mkdir(draft, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const embedded = await startEmbeddedPostgres(draft)
  let restored: Restored
  try {
    restored = await restoreBackup({ ...request, url: embedded.url })
  } catch (error) {
    await embedded.stop()
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  await embedded.stop()
  // The password first: without a database it opens nothing, and is replaced by the next attempt.
  for (const name of ['postgres-password', 'postgres']) await rename(path.join(draft, name), path.join(dataFolder, name))
  await rm(draft, { recursive: true, force: true })
  return restored
}

/** A server that a killed restore has left behind is stopped; one of a running restore is a StartupFault. */
async function removeDraft(draft: string): Promise<void> {
  if (await exists(path.join(draft, 'postgres'))) await (await startEmbeddedPostgres(draft)).stop()
  await rm(draft, { recursive: true, force: true })
}
