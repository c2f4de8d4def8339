import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import type { Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { bringAway } from './bring-away.ts'
import { backupName, keepNewest } from './folder.ts'
import { totalRows } from './format.ts'
import type { BackupSettings } from './settings.ts'
import { recordBackup, takeBackup } from './take.ts'

export interface ScheduleParts {
  /** The database, as its owner. */
  url: string
  /** The same, as the gateway. */
  database: Database
  settings: BackupSettings
  now: () => Date
  log: Log
}

export interface Schedule {
  /** Gives up a backup under way, of which nothing stays. */
  stop(): Promise<void>
}

/** How often the database is asked whether one is due. */
const pollMs = 60_000

/** Makes a backup whenever one is due (BACKUP_EVERY), in one of several gateways, until it is stopped. */
export function startBackups(parts: ScheduleParts): Schedule {
  const stopping = new AbortController()
  const { signal } = stopping
  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      await backUpWhenDue(parts, signal).catch((error: unknown) => {
        if (!signal.aborted) parts.log('backup-failed', reasonOf(error))
      })
      await wait(pollMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = repeat()
  return {
    stop: () => {
      stopping.abort(new Error('the gateway stops'))
      return running
    },
  }
}

/** Makes a backup if one is due and no other gateway is faster. Rejects if that fails: the next attempt is within an hour. */
export async function backUpWhenDue({ url, database, settings, now, log }: ScheduleParts, signal?: AbortSignal): Promise<void> {
  const { everySeconds, folder, keep, command, recipients } = settings
  const due = await database.transactionAs({ role: 'service_role' }, async (client) => {
    const { rows } = await client.query<{ due: boolean }>('select public.claim_backup($1) as due', [everySeconds ?? null])
    return rows[0]?.due
  })
  if (!due) return
  const lock = recipients.length ? { recipients } : undefined
  const backup = await takeBackup({ url, file: path.join(folder, backupName(now(), lock)), lock, signal })
  try {
    if (command) await bringAway(command, backup.file, signal)
  } finally {
    await keepNewest(folder, keep, now())
  }
  await recordBackup(url, backup)
  log('backup-made', { file: path.basename(backup.file), bytes: backup.bytes, rows: totalRows(backup.contents) })
}

/** A StartupFault is a sentence of ours, without personal details. */
function reasonOf(error: unknown): { reason: string; code: string | undefined } {
  return { reason: error instanceof StartupFault ? error.message : errorName(error), code: errorCode(error) }
}
