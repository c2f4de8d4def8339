import type { PoolClient } from 'pg'
import { asService, type CommandContext } from './command.ts'
import type { Check } from './doctor-check.ts'
import { ageText } from './terminal-text.ts'

interface Backups {
  ageSeconds: number | null
  everySeconds: number | null
  overdue: boolean
}

/** Without a schedule, somebody should remember at least once a week. */
const oldLimitSeconds = 7 * 24 * 3_600

/** How old the last backup is, by hand or by the gateway (R-BACKUP). */
export async function checkBackups(context: CommandContext): Promise<Check> {
  const name = 'Backups'
  const { ageSeconds, everySeconds, overdue } = await asService(context, readBackups)
  const last = ageSeconds === null ? 'there is none' : `the last one is ${ageText(ageSeconds)} old`
  if (everySeconds !== null) {
    const detail = `${last}, one is due every ${ageText(everySeconds)}`
    return overdue ? { name, result: 'fault', detail: `${detail}: the gateway's log says why (backup-failed)` } : { name, result: 'ok', detail }
  }
  const isOld = ageSeconds === null || ageSeconds > oldLimitSeconds
  return { name, result: isOld ? 'warning' : 'ok', detail: `${last}, and BACKUP_EVERY is not set${isOld ? ' (docs/backup.md)' : ''}` }
}

async function readBackups(client: PoolClient): Promise<Backups> {
  const { rows } = await client.query<Backups>(
    `select extract(epoch from clock_timestamp() - backed_up_at)::float8 as "ageSeconds", backup_every_seconds as "everySeconds",
       public.overdue_backup_seconds() is not null as overdue
     from public.upkeep`,
  )
  return rows[0] ?? { ageSeconds: null, everySeconds: null, overdue: false }
}
