import type { Client } from 'pg'
import { StartupFault } from '../runtime/startup-fault.ts'
import { withOwner } from './connection.ts'
import { restoreBackup, type Restored } from './restore.ts'
import { type BackupRequest, recordBackup, takeBackup } from './take.ts'

export interface MoveRequest extends Pick<BackupRequest, 'lock' | 'signal' | 'progress'> {
  /** The database that is left, as its owner. */
  from: string
  /** The empty database, as its owner. */
  to: string
  /** The backup that is made on the way, and kept. */
  file: string
  without?: string[]
}

/**
 * Moves an installation to another database (R-BACKUP): the old one takes no more forms and sends nothing from then on, so that
 * each client arrives once. If anything fails, the old one goes on as before.
 */
export async function moveInstallation({ from, to, file, lock, without = [], signal, progress }: MoveRequest): Promise<Restored> {
  const before = await withOwner(from, signal, closeInstallation)
  try {
    const backup = await takeBackup({ url: from, file, lock, signal, progress })
    await recordBackup(from, backup)
    return await restoreBackup({ file, key: backup.key, url: to, without, because: 'moved', signal, progress })
  } catch (error) {
    await reopenInstallation(from, before)
    throw error
  }
}

/** Whether deliveries were held, and why. */
interface Hold {
  since: Date | null
  because: string | null
}

/** Returns what was before. */
async function closeInstallation(client: Client): Promise<Hold> {
  await requireStopped(client)
  await client.query('begin')
  const { rows } = await client.query<Hold>('select held_since as since, held_because as because from public.delivery_pace for update')
  await client.query(`update public.delivery_pace set held_since = clock_timestamp(), held_because = 'left'`)
  // Waits for forms that are being saved at this moment.
  await client.query(
    `create trigger ${closing} before insert or update on public.enrollments
     for each statement execute function private.refuse_after_move()`,
  )
  await client.query('commit')
  return rows[0] ?? { since: null, because: null }
}

/** Makes an installation that was left take forms again, and send unless it was held `before`. */
export function reopenInstallation(url: string, before: Hold = { since: null, because: null }): Promise<void> {
  return withOwner(url, undefined, async (client) => {
    await client.query('begin')
    await client.query(`drop trigger if exists ${closing} on public.enrollments`)
    await client.query('update public.delivery_pace set held_since = $1, held_because = $2', [before.since, before.because])
    await client.query('commit')
  })
}

/** The trigger of an installation that was left. A restore does not make it: it is no migration's. */
const closing = 'refuse_after_move'

async function requireStopped(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'gateway'`,
  )
  if (rowCount) throw new StartupFault('A gateway uses the database. Stop it first: what is entered meanwhile would be lost.')
  await requireNotLeft(client)
}

/** Throws a StartupFault if the installation was left for another database. */
export async function requireNotLeft(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_trigger where tgname = $1', [closing])
  if (rowCount) throw new StartupFault('This installation has moved already. To use it again in spite of that: npm run move -- --undo')
}
