import { sensitiveDetails } from '../../content/deliveries.ts'
import { keyName } from '../../deliveries/registered-keys.ts'
import { deliversToStandIn } from '../env.ts'
import { keyFault } from '../personal-details/key-fault.ts'
import { readRegisteredKeys } from '../personal-details/key-table.ts'
import { pendingMigrations } from '../postgres/migrate.ts'
import { asService, type CommandContext } from './command.ts'
import { checkBackups } from './doctor-backups.ts'
import type { Check } from './doctor-check.ts'
import { checkConsents } from './doctor-consents.ts'
import { checkHold } from './doctor-hold.ts'
import { checkLogins } from './doctor-logins.ts'
import { checkStaffLog } from './doctor-staff-log.ts'
import { ageText } from './terminal-text.ts'

interface Outbox {
  /** Whether nothing is sent until a person says so (R-HOLD). */
  held: boolean
  pausedSeconds: number | null
  failures: number
  overdueSeconds: number | null
  /** Whether an attempt has started within the overdue limit. */
  worked: boolean
  oldestSeconds: number | null
  review: number
  unpurged: number
  /** Delivered to a stand-in alone. */
  pretended: number
}

/** Workers poll every ten seconds, Cron every minute. */
const overdueLimitSeconds = 300
const oldLimitSeconds = 3_600

/** Checks the migrations and the outbox. Throws if the database cannot be reached. */
export async function checkDatabase(context: CommandContext): Promise<Check[]> {
  const pending = await context.database.transaction((client) => pendingMigrations(client))
  const { rows } = await context.database.transaction((client) =>
    client.query<{ version: string }>(`select current_setting('server_version') as version`),
  )
  const { host } = new URL(context.databaseUrl)
  const database: Check = { name: 'Database', result: 'ok', detail: `PostgreSQL ${rows[0]?.version} at ${host}` }
  if (pending.length) {
    const detail = `${pending.length} are missing, the first is ${pending[0]}`
    return [database, { name: 'Migrations', result: 'fault', detail }]
  }
  const outbox = await readOutbox(context)
  return [
    database,
    { name: 'Migrations', result: 'ok', detail: 'all are applied' },
    await checkLogins(context),
    await checkHold(context),
    checkPace(outbox),
    checkWaiting(outbox),
    checkReview(outbox),
    ...checkPretended(outbox, context),
    await checkKeys(context),
    ...checkPurge(outbox, context),
    await checkConsents(context),
    await checkStaffLog(context),
    await checkBackups(context),
    ...(await checkCron(context)),
  ]
}

const readOutbox = (context: CommandContext) =>
  asService(context, async (client) => {
    const days = context.environment.purgeAfterDays
    const { rows } = await client.query<Outbox>(
      `select failures, held_since is not null as held, extract(epoch from paused_until - clock_timestamp())::float8 as "pausedSeconds",
         (select extract(epoch from clock_timestamp() - min(due_at))::float8 from public.deliveries
           where state = 'queued') as "overdueSeconds",
         exists (select from public.delivery_attempts
           where started_at > clock_timestamp() - $2 * interval '1 second') as worked,
         (select extract(epoch from clock_timestamp() - min(queued_at))::float8 from public.deliveries
           where state in ('queued', 'sending')) as "oldestSeconds",
         (select count(*)::integer from public.deliveries where state in ('needs_review', 'rejected')) as review,
         (select count(*)::integer from public.enrollments join public.deliveries on enrollment_id = id
           where personal_details_purged_at is null and deliveries.state in ('delivered', 'cancelled')
             and deliveries.reason is distinct from 'stand-in'
             and deliveries.updated_at < clock_timestamp() - ($1 + 1) * interval '1 day') as unpurged,
         (select count(*)::integer from public.deliveries where state = 'delivered' and reason = 'stand-in') as pretended
       from public.delivery_pace`,
      [days === 'never' ? 0 : days, overdueLimitSeconds],
    )
    const outbox = rows[0]
    if (!outbox) throw new Error('the row of the pace is missing')
    return outbox
  })

function checkPace({ pausedSeconds, failures }: Outbox): Check {
  const name = 'Pace'
  if (pausedSeconds !== null && pausedSeconds > 0) {
    const detail = `paused for another ${ageText(pausedSeconds)}, after ${failures} failures in succession`
    return { name, result: 'warning', detail }
  }
  return { name, result: 'ok', detail: failures ? `not paused; ${failures} failures in succession` : 'not paused' }
}

function checkWaiting({ held, oldestSeconds, overdueSeconds, pausedSeconds, worked }: Outbox): Check {
  const name = 'Waiting'
  if (oldestSeconds === null) return { name, result: 'ok', detail: 'nothing waits' }
  const detail = `the oldest has been waiting for ${ageText(oldestSeconds)}`
  // A long queue is sent at a limited rate, so its end may be overdue while a worker is busy.
  const stuck = !held && (overdueSeconds ?? 0) > overdueLimitSeconds && (pausedSeconds ?? 0) <= 0 && !worked
  if (stuck) return { name, result: 'fault', detail: `${detail}, and nobody sends it: is the gateway running?` }
  return { name, result: oldestSeconds > oldLimitSeconds ? 'warning' : 'ok', detail }
}

const checkReview = ({ review }: Outbox): Check => ({
  name: 'Review',
  result: review ? 'warning' : 'ok',
  detail: review ? `${review} need a person: list --state needs_review --state rejected` : 'nothing needs a person',
})

/** Clients of a trial whom nobody has sent to the dispute-management system since. */
function checkPretended({ pretended }: Outbox, { environment }: CommandContext): Check[] {
  if (pretended === 0 || deliversToStandIn(environment)) return []
  const detail = `${pretended} went to the stand-in of a trial alone: list --state delivered, then retry or delete each`
  return [{ name: 'Trial', result: 'fault', detail }]
}

function checkPurge({ unpurged }: Outbox, { environment: { purgeAfterDays } }: CommandContext): Check[] {
  if (purgeAfterDays === 'never' || unpurged === 0) return []
  const detail = `${unpurged} should have been purged a day ago: is the gateway running?`
  return [{ name: 'Purge', result: 'fault', detail }]
}

/** Whether everything that the database encrypts can be opened here. */
async function checkKeys(context: CommandContext): Promise<Check> {
  const { keysFile, site } = context.environment
  const name = 'Keys'
  const registered = await asService(context, readRegisteredKeys)
  const encrypting = registered.find(({ encrypts }) => encrypts)
  if (!encrypting) return { name, result: 'fault', detail: 'none is registered, so nothing can be saved: npm run keys -- rotate' }
  const fault = await keyFault(registered, keysFile)
  if (!fault) return { name, result: 'ok', detail: `${keyName(encrypting)} encrypts ${sensitiveDetails}, and ${keysFile} opens them` }
  // Another machine, or the function, may have what this one lacks.
  return { name, result: site.supabase ? 'warning' : 'fault', detail: fault }
}

/** On Supabase the worker is a Cron job, which needs two secrets. Its own login, and no role of ours, may look at them. */
async function checkCron({ database }: CommandContext): Promise<Check[]> {
  return database.transaction(async (client) => {
    const name = 'Cron'
    await client.query('set local role none')
    const { rowCount } = await client.query(
      `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where (nspname, relname) in (('cron', 'job'), ('vault', 'decrypted_secrets'))`,
    )
    if (rowCount !== 2) return []
    const { rows } = await client.query<{ jobs: number; secrets: number }>(
      `select (select count(*)::integer from cron.job where jobname = 'deliver-enrollments' and active) as jobs,
         (select count(*)::integer from vault.decrypted_secrets
           where name in ('project_url', 'service_key')) as secrets`,
    )
    const { jobs = 0, secrets = 0 } = rows[0] ?? {}
    if (!jobs) return [{ name, result: 'fault', detail: 'the job deliver-enrollments is not there' }]
    if (secrets < 2) return [{ name, result: 'fault', detail: 'the Vault has no project_url and service_key' }]
    return [{ name, result: 'ok', detail: 'the job is there, and its secrets' }]
  })
}
