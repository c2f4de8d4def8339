import path from 'node:path'
import * as v from 'valibot'

const secondsPerHour = 3600

/** The environment variables. BACKUP_DIR is resolved by the caller, who knows from where. */
export const backupEntries = {
  BACKUP_EVERY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,2}[hd]$/, 'must be a number of hours or days, such as 24h or 7d'),
      v.transform((text) => Number.parseInt(text, 10) * (text.endsWith('d') ? 24 : 1) * secondsPerHour),
    ),
  ),
  BACKUP_KEEP: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999'), v.transform(Number)),
    '14',
  ),
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_COMMAND: v.optional(v.string()),
  BACKUP_RECIPIENT: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
      v.check((recipients) => recipients.every((each) => /^age1[a-z0-9]+$/.test(each)), 'must be a recipient of age, which begins with age1'),
    ),
  ),
}

type BackupVariables = v.InferOutput<v.ObjectSchema<typeof backupEntries, undefined>>

export interface BackupSettings {
  /** How often the gateway makes a backup; undefined: it makes none. */
  everySeconds: number | undefined
  /** How many it keeps. */
  keep: number
  /** Where they are. */
  folder: string
  /** A command of the shell that brings each backup to another place; the file is in BACKUP_FILE. */
  command: string | undefined
  /** For whom they are encrypted; none: they are not. */
  recipients: string[]
}

/** By default backups are in the data folder. */
export const backupSettings = (given: BackupVariables, root: string, dataFolder: string): BackupSettings => ({
  everySeconds: given.BACKUP_EVERY,
  keep: given.BACKUP_KEEP,
  folder: given.BACKUP_DIR ? path.resolve(root, given.BACKUP_DIR) : path.join(dataFolder, 'backups'),
  command: given.BACKUP_COMMAND,
  recipients: given.BACKUP_RECIPIENT ?? [],
})
