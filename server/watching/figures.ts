import * as v from 'valibot'
import { readDeliveryHealth, withinTime } from '../deliveries/health.ts'
import type { Connections, Database } from '../postgres/database.ts'

export const storedNames = ['waiting', 'oldestWaitingSeconds', 'needsReview', 'revealed'] as const

/** What is in the database: deliveries that wait or need a person, an age, and how often personal details were shown. */
export type StoredFigures = Record<(typeof storedNames)[number], number>

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

const revealedSchema = v.tuple([v.object({ revealed: v.number() })])

async function readStored(database: Database): Promise<StoredFigures> {
  const { waiting, oldest_waiting_seconds: oldestWaitingSeconds, needs_review: needsReview } = await readDeliveryHealth(database)
  const { rows } = await database.transactionAs({ role: 'service_role' }, (client) =>
    client.query('select public.personal_details_revealed()::float as revealed'),
  )
  return { waiting, oldestWaitingSeconds, needsReview, revealed: v.parse(revealedSchema, rows)[0].revealed }
}
