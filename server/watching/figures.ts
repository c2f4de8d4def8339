import * as v from 'valibot'
import { readDeliveryHealth, withinTime } from '../deliveries/health.ts'
import type { Connections, Database } from '../postgres/database.ts'

export const storedNames = ['waiting', 'oldestWaitingSeconds', 'needsReview', 'revealed', 'backupAgeSeconds', 'paymentsInReview', 'paidNotOnboarded'] as const

/**
 * What is in the database: deliveries that wait or need a person, an age, how often personal details were shown, and how old
 * the last backup is, null if there is none. Payments that wait for a person, and those whose form has not come for a day.
 */
export type StoredFigures = Record<(typeof storedNames)[number], number | null>

/** What is looked up whenever the metrics are read. */
export interface Figures {
  connections: Connections
  /** Undefined while the database does not answer. */
  stored: StoredFigures | undefined
}

// Prometheus gives up after ten seconds by default.
const answerLimitMs = 5_000

export async function readFigures(database: Database): Promise<Figures> {
  const connections = database.connections()
  return { connections, stored: await withinTime(readStored(database), answerLimitMs).catch(() => undefined) }
}

const ownSchema = v.tuple([
  v.object({ revealed: v.number(), backupAgeSeconds: v.nullable(v.number()), paymentsInReview: v.number(), paidNotOnboarded: v.number() }),
])

async function readStored(database: Database): Promise<StoredFigures> {
  const { waiting, oldest_waiting_seconds: oldestWaitingSeconds, needs_review: needsReview } = await readDeliveryHealth(database)
  const { rows } = await database.transactionAs({ role: 'service_role' }, (client) =>
    client.query(
      `select public.personal_details_revealed()::float as revealed,
         extract(epoch from clock_timestamp() - backed_up_at)::float as "backupAgeSeconds",
         (payments ->> 'in_review')::float as "paymentsInReview", (payments ->> 'not_onboarded')::float as "paidNotOnboarded"
       from public.upkeep, public.payment_health() payments`,
    ),
  )
  return { waiting, oldestWaitingSeconds, needsReview, ...v.parse(ownSchema, rows)[0] }
}
