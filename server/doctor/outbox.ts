import { asService } from '../enrollments/command.ts'
import { ageText } from '../terminal/text.ts'
import { deliversToStandIn } from '../env.ts'
import type { Check, OpenInstallation } from './check.ts'

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

/** How far what waits, what needs a person and what is to be purged has come. */
export async function checkOutbox(context: OpenInstallation): Promise<Check[]> {
  const outbox = await readOutbox(context)
  return [checkPace(outbox), checkWaiting(outbox), checkReview(outbox), ...checkPretended(outbox, context), ...checkPurge(outbox, context)]
}

const readOutbox = (context: OpenInstallation) =>
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
  return { name, result: 'ok', detail: 'not paused' }
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
  detail: review ? `${review} need a person: npm run enrollments -- list --state needs_review --state rejected` : 'nothing needs a person',
})

/** Clients of a trial whom nobody has sent to the dispute-management system since. */
function checkPretended({ pretended }: Outbox, { environment }: OpenInstallation): Check[] {
  if (pretended === 0 || deliversToStandIn(environment)) return []
  const detail = `${pretended} went to the stand-in of a trial alone: npm run enrollments -- list --state delivered, then retry or delete each`
  return [{ name: 'Trial', result: 'fault', detail }]
}

function checkPurge({ unpurged }: Outbox, { environment: { purgeAfterDays } }: OpenInstallation): Check[] {
  if (purgeAfterDays === 'never' || unpurged === 0) return []
  const detail = `${unpurged} should have been purged a day ago: is the gateway running?`
  return [{ name: 'Purge', result: 'fault', detail }]
}
