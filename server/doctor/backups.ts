import type { PoolClient } from 'pg'
import { sensitiveDetails } from '../../content/deliveries.ts'
import type { Environment } from '../env.ts'
import { asService } from '../enrollments/command.ts'
import type { Check, OpenInstallation } from './check.ts'
import { ageText } from '../terminal/text.ts'

interface Backups {
  ageSeconds: number | null
  /** How often the gateway makes one; null: never. */
  everySeconds: number | null
  overdue: boolean
}

const secondsPerDay = 24 * 3_600

/** Without a schedule, somebody should remember at least once a week. */
const oldLimitSeconds = 7 * secondsPerDay

/** How old the last backup is, by hand or by the gateway (R-BACKUP). */
export async function checkBackups(context: OpenInstallation): Promise<Check> {
  const name = 'Backups'
  const backups = await asService(context, readBackups)
  const { ageSeconds, everySeconds } = backups
  const last = ageSeconds === null ? 'there is none' : `the last one is ${ageText(ageSeconds)} old`
  if (everySeconds === null) {
    const isOld = ageSeconds === null || ageSeconds > oldLimitSeconds
    return { name, result: isOld ? 'warning' : 'ok', detail: `${last}, and BACKUP_EVERY is not set${isOld ? ' (docs/backup.md)' : ''}` }
  }
  const detail = `${last}, one is due every ${ageText(everySeconds)}`
  if (backups.overdue) return { name, result: 'fault', detail: `${detail}: the gateway's log says why (backup-failed)` }
  const kept = keptTooLong(everySeconds, context.environment)
  return { name, result: kept.length ? 'warning' : 'ok', detail: [detail, ...kept].join('; ') }
}

/** A purge reaches no backup, so none should outlive it. */
function keptTooLong(everySeconds: number, { backups, purgeAfterDays }: Environment): string[] {
  const days = Math.floor((everySeconds * backups.keep) / secondsPerDay)
  if (purgeAfterDays === 'never' || days <= purgeAfterDays) return []
  return [`${backups.keep} of them are ${days} days, and ${sensitiveDetails} are purged after ${purgeAfterDays}: lower BACKUP_KEEP`]
}

async function readBackups(client: PoolClient): Promise<Backups> {
  const { rows } = await client.query<Backups>(
    `select extract(epoch from clock_timestamp() - backed_up_at)::float8 as "ageSeconds", backup_every_seconds as "everySeconds",
       public.overdue_backup_seconds() is not null as overdue
     from public.upkeep`,
  )
  return rows[0] ?? { ageSeconds: null, everySeconds: null, overdue: false }
}
