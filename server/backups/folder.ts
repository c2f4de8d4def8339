import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Lock } from './lock.ts'

const unfinishedAgeMs = 24 * 60 * 60 * 1000

/** The name of a new backup. Names sort by time. */
export const backupName = (now: Date, lock: Lock | undefined): string =>
  `backup-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${lock ? '.age' : ''}`

const named = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz(\.age)?(\.unshipped)?$/
/** The newest of the backups among the files of a folder; undefined if it has none. */
export const newestBackup = (names: string[]): string | undefined => names.filter((name) => named.test(name)).toSorted().at(-1)

const unfinished = /\.tar\.gz(\.age)?\.[0-9a-f-]{36}\.unfinished$/

/** The name of a backup that BACKUP_COMMAND could not bring away. The next attempt, within an hour, makes up for it. */
export const unshipped = (file: string): string => `${file}.unshipped`

/**
 * Deletes all but the newest backups of a folder, each that was not shipped and has a newer one, and what killed processes
 * have left there a day ago. Files with other names are never touched. Returns the names of the deleted backups.
 */
export async function keepNewest(folder: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(folder)
  const backups = names.filter((name) => named.test(name)).toSorted()
  // Attempts are hourly while shipping fails: without this they would soon push out all earlier backups.
  const replaced = backups.slice(0, -1).filter((name) => name.endsWith(unshipped('')))
  const tooMany = [...replaced, ...backups.filter((name) => !replaced.includes(name)).slice(0, -keep)]
  for (const name of names.filter((each) => unfinished.test(each))) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (now.getTime() - mtimeMs > unfinishedAgeMs) await rm(path.join(folder, name), { force: true })
  }
  for (const name of tooMany) await rm(path.join(folder, name), { force: true })
  return tooMany
}
