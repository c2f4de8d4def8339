import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Binaries, findBinaries } from '../postgres/binaries.ts'
import { majorIn } from '../postgres/cluster.ts'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { majorOf, majorOfBinaries, type Programs, recordedPrograms, recordPrograms } from '../postgres/programs.ts'
import { finishReplacing, forgetReady, replaceCluster } from '../postgres/replace-cluster.ts'
import { exists } from '../runtime/exists.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { withOwner } from './connection.ts'
import { makeDraft, restoreIntoDraft } from './into-folder.ts'
import { requireNotLeft } from './move.ts'
import type { Restored } from './restore.ts'
import { type Backup, type BackupRequest, takeBackup } from './take.ts'

/** What an upgrade of the embedded PostgreSQL is about to do. */
export interface UpgradePlan {
  dataFolder: string
  /** The major versions. */
  from: number
  to: number
  /** The programs that can read the old database. */
  programs: Programs
  /** Where the old database is kept. */
  kept: string
}

/** Undefined if the database is of the major version that this project brings. What is in the way is a StartupFault. */
export async function planUpgrade(dataFolder: string): Promise<UpgradePlan | undefined> {
  const place = path.join(dataFolder, 'postgres')
  await finishReplacing(place)
  const from = await majorIn(place)
  if (from === undefined) throw new StartupFault(`There is no database in ${dataFolder}. Set DATA_DIR to the folder that has one.`)
  const binaries = await findBinaries()
  const to = await majorOfBinaries(binaries)
  if (from === to) return undefined
  if (from > to) throw new StartupFault(`${place} is of PostgreSQL ${from} already, and this version of the project brings ${to}: a newer one was here. Install that one.`)
  const programs = await recordedPrograms(dataFolder)
  if (!programs || majorOf(programs) !== from) {
    throw new StartupFault(
      `Nothing in ${dataFolder} says which programs of PostgreSQL ${from} can read its database. Restore a backup instead: "Without a connection" in docs/upgrading.md.`,
    )
  }
  const kept = `${place}-${from}`
  if (await exists(kept)) throw new StartupFault(`${kept} is there already, where the old database would be kept. Move it away, or delete it.`)
  return { dataFolder, from, to, programs, kept }
}

export interface UpgradeRequest extends Pick<BackupRequest, 'file' | 'lock' | 'signal' | 'progress'> {
  /** Tables and columns that the operator does without. */
  without?: string[]
  /** Installs the programs in a folder. */
  install: (programs: Programs, folder: string) => Promise<Binaries>
}

/**
 * Brings the database of a data folder to the major version of PostgreSQL that this project brings (R-UPGRADE): the old server
 * is started once more by its own programs and backed up, the backup restored in a new cluster beside it, and that put in
 * its place. Whatever interrupts it, the old one is whole in its place until the new one is.
 */
export async function upgradeCluster(plan: UpgradePlan, { install, ...request }: UpgradeRequest): Promise<Restored> {
  const { dataFolder, programs, kept } = plan
  const place = path.join(dataFolder, 'postgres')
  const draft = path.join(dataFolder, 'upgrading')
  const programsFolder = path.join(dataFolder, `postgres-programs-${programs.version}`)
  await makeDraft(draft)
  await forgetReady(place)
  const backup = await backUp(dataFolder, await install(programs, programsFolder), request)
  // With the same password, the logins stay as they are.
  await copyFile(path.join(dataFolder, 'postgres-password'), path.join(draft, 'postgres-password'))
  const { without = [], signal, progress } = request
  const restored = await restoreIntoDraft(draft, { file: backup.file, key: backup.key, without, because: 'upgraded', signal, progress })
  await replaceCluster(path.join(draft, 'postgres'), place, kept)
  await recordPrograms(dataFolder, await findBinaries())
  for (const folder of [draft, programsFolder]) await rm(folder, { recursive: true, force: true })
  return restored
}

async function backUp(dataFolder: string, former: Binaries, { file, lock, signal, progress }: Omit<UpgradeRequest, 'install'>): Promise<Backup> {
  const embedded = await startEmbeddedPostgres(dataFolder, undefined, former)
  try {
    await withOwner(embedded.url, signal, requireNotLeft)
    return await takeBackup({ url: embedded.url, file, lock, signal, progress })
  } finally {
    await embedded.stop()
  }
}
