import { drain } from '../../deliveries/drain.ts'
import type { DeliveryStore } from '../../deliveries/delivery-store.ts'
import type { Destination } from '../../deliveries/settings.ts'
import { saveMany } from './many-enrollments.ts'
import type { TestOutbox } from './outbox.ts'

/** The sender's clock, for dates in `Retry-After`. */
export const trialTime = new Date('2026-03-01T12:00:00Z')

/** A group of deliveries with the same result. */
export interface Standing {
  outcome: string
  reason: string | null
  state: string
  /** The seconds until the retry; null if there is none. */
  againSeconds: number | null
  count: number
}

export interface Trial {
  ids: string[]
  standings: Standing[]
  /** The pauses that were set for all workers, each value once. */
  pausesSeconds: (number | null)[]
}

export interface Way {
  settings: Destination
  fetch: typeof fetch
}

/**
 * Sends this many new deliveries once each, with the maximum backoff. The pause after each attempt is recorded and
 * cleared, so that the test does not wait for it.
 */
export async function tryMany(outbox: TestOutbox, count: number, way: Way): Promise<Trial> {
  await outbox.clear()
  const ids = await saveMany(outbox, count)
  const pauses = new Set<number | null>()
  await sendDue(outbox, way, async () => void pauses.add(await liftPause(outbox)))
  return { ids, standings: await standingsOf(outbox), pausesSeconds: [...pauses] }
}

/** Retries immediately whatever is queued, and returns the number of deliveries by state. */
export async function tryAgain(outbox: TestOutbox, way: Way): Promise<Record<string, number>> {
  await outbox.query(`update deliveries set due_at = clock_timestamp() where state = 'queued'`)
  await sendDue(outbox, way)
  const rows = await outbox.query<{ state: string; count: number }>(
    'select state, count(*)::int from deliveries group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function sendDue(outbox: TestOutbox, { settings, fetch }: Way, afterEach = async () => {}): Promise<void> {
  const store: DeliveryStore = {
    ...outbox.store,
    async finish(report) {
      const state = await outbox.store.finish(report)
      await afterEach()
      return state
    },
  }
  const dependencies = outbox.dependencies({ store, fetch, now: () => trialTime })
  await drain({ ...settings, intervalMs: 0 }, dependencies, new AbortController().signal)
}

async function liftPause(outbox: TestOutbox): Promise<number | null> {
  const [row] = await outbox.query<{ seconds: number | null }>(
    `with before as (select paused_until, clock_timestamp() as moment from delivery_pace)
     update delivery_pace set failures = 0, paused_until = null from before
     returning ceil(extract(epoch from before.paused_until - before.moment))::int as seconds`,
  )
  return row?.seconds ?? null
}

const standingsOf = (outbox: TestOutbox) =>
  outbox.query<Standing>(
    `select outcome, delivery_attempts.reason, state, count(*)::int,
       case state when 'queued' then round(extract(epoch from due_at - deliveries.updated_at))::int end as "againSeconds"
     from deliveries join delivery_attempts using (enrollment_id)
     group by 1, 2, 3, 5`,
  )
