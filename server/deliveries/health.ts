import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { wait } from '../../deliveries/wait.ts'
import { bearerToken } from '../../domain/bearer-token.ts'
import type { Claims, Database } from '../postgres/database.ts'
import type { Room } from '../postgres/disk-space.ts'

const answerSchema = v.object({
  waiting: v.number(),
  oldest_waiting_seconds: v.number(),
  needs_review: v.number(),
  held: v.boolean(),
})

export type DeliveryHealth = v.InferOutput<typeof answerSchema>

/** How many deliveries are waiting, for how long, how many need a person, and whether all are held (R-HOLD). */
export function readDeliveryHealth(database: Database): Promise<DeliveryHealth> {
  return database.transactionAs({ role: 'service_role' }, askHealth)
}

async function askHealth(client: PoolClient): Promise<DeliveryHealth> {
  const { rows } = await client.query<{ answer: unknown }>('select public.delivery_health() as answer')
  return v.parse(answerSchema, rows[0]?.answer)
}

/** The same, once a row has been written. Throws if clients can save nothing. */
async function readAndWrite({ database, room }: ReadinessDependencies): Promise<DeliveryHealth> {
  if (room() !== 'enough') throw new Error('no room')
  return database.transactionAs({ role: 'service_role' }, async (client) => {
    const health = await askHealth(client)
    await client.query('select public.try_write()')
    return health
  })
}

/** The time limit of an answer. */
const answerLimitMs = 5_000

export interface ReadinessDependencies {
  database: Database
  /** The claims of a valid token, else undefined. */
  verify: (token: string) => Promise<Claims | undefined>
  /** How much room the database's disk has, as far as that is known. */
  room: () => Room
}

/**
 * `/readyz`: 200 while the database answers in time and takes what clients save, else 503. Only the holder of the service token reads counts and an
 * age in seconds beside it. Concurrent requests share one answer, so that frequent checks take a single connection.
 */
export function createReadiness(
  dependencies: ReadinessDependencies,
  limitMs = answerLimitMs,
): (request: Request) => Promise<Response> {
  let asking: Promise<DeliveryHealth | undefined> | undefined
  return async ({ headers }) => {
    asking ??= withinTime(readAndWrite(dependencies), limitMs)
      .catch(() => undefined)
      .finally(() => (asking = undefined))
    const health = await asking
    if (!health) return Response.json({ status: 'unavailable' }, { status: 503 })
    const token = bearerToken(headers.get('authorization'))
    const claims = token ? await dependencies.verify(token) : undefined
    if (claims?.role !== 'service_role') return Response.json({ status: 'ready' })
    const { waiting, oldest_waiting_seconds: oldestWaitingSeconds, needs_review: needsReview, held } = health
    return Response.json({ status: 'ready', deliveries: { waiting, oldestWaitingSeconds, needsReview, held } })
  }
}

/** Rejects after the time limit. */
export async function withinTime<Result>(promise: Promise<Result>, limitMs: number): Promise<Result> {
  const settled = new AbortController()
  const timeUp = wait(limitMs, settled.signal).then(() => Promise.reject(new Error('no answer in time')))
  return Promise.race([promise, timeUp]).finally(() => settled.abort())
}
