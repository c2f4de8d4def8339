import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import type { Database } from '../postgres/database.ts'
import { programEnvironment } from '../postgres/processes.ts'
import type { Log } from '../runtime/log.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { backupName, keepNewest, unshipped } from './folder.ts'
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
    if (command) await ship(command, backup.file, signal)
  } catch (error) {
    await rename(backup.file, unshipped(backup.file))
    throw error
  } finally {
    await keepNewest(folder, keep, now())
  }
  await recordBackup(url, backup)
  log('backup-made', { file: path.basename(backup.file), bytes: backup.bytes, rows: totalRows(backup.contents) })
}

const shippingLimitMs = 60 * 60 * 1000

/**
 * Runs the operator's command, whose words about a failure go to the gateway's own standard error. It sees none of the settings,
 * secrets among them: what it needs itself is in files of its user's home.
 */
async function ship(command: string, file: string, signal: AbortSignal | undefined): Promise<void> {
  const limit = AbortSignal.timeout(shippingLimitMs)
  const child = spawn('sh', ['-c', command], {
    env: { ...programEnvironment(), HOME: homedir(), BACKUP_FILE: file },
    stdio: ['ignore', 'ignore', 'inherit'],
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
  await once(child, 'close')
  if (child.exitCode !== 0) throw Object.assign(new Error('BACKUP_COMMAND failed'), { code: `exit code ${child.exitCode}` })
}

/** A StartupFault is a sentence of ours, without personal details. */
function reasonOf(error: unknown): { reason: string; code: string | undefined } {
  return { reason: error instanceof StartupFault ? error.message : errorName(error), code: errorCode(error) }
}
