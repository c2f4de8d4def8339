import * as v from 'valibot'
import { wait } from '../../deliveries/wait.ts'
import type { Database } from '../postgres/database.ts'

const answerSchema = v.object({ waiting: v.number(), oldest_waiting_seconds: v.number(), needs_review: v.number() })

export type DeliveryHealth = v.InferOutput<typeof answerSchema>

/** How many deliveries are waiting, for how long, and how many need a person. */
function readDeliveryHealth(database: Database): Promise<DeliveryHealth> {
  return database.transactionAs({ role: 'service_role' }, async (client) => {
    const { rows } = await client.query<{ answer: unknown }>('select public.delivery_health() as answer')
    return v.parse(answerSchema, rows[0]?.answer)
  })
}

/** The time limit of an answer. */
const answerLimitMs = 5_000

/**
 * `/healthz`: 200 while the database answers in time, else 503. It reports counts and an age in seconds, nothing
 * personal. Concurrent requests share one answer, so that frequent checks take a single connection.
 */
export function createHealthCheck(database: Database, limitMs = answerLimitMs): () => Promise<Response> {
  let asking: Promise<DeliveryHealth> | undefined
  return async () => {
    asking ??= withinTime(readDeliveryHealth(database), limitMs).finally(() => (asking = undefined))
    return asking.then(
      ({ waiting, oldest_waiting_seconds: oldestWaitingSeconds, needs_review: needsReview }) =>
        answer(200, { status: 'ok', database: 'ok', deliveries: { waiting, oldestWaitingSeconds, needsReview } }),
      () => answer(503, { status: 'failing', database: 'unavailable' }),
    )
  }
}

/** Rejects after the time limit. */
async function withinTime<Result>(promise: Promise<Result>, limitMs: number): Promise<Result> {
  const settled = new AbortController()
  const timeUp = wait(limitMs, settled.signal).then(() => Promise.reject(new Error('no answer in time')))
  return Promise.race([promise, timeUp]).finally(() => settled.abort())
}

const answer = (httpStatus: number, body: object) =>
  Response.json(body, {
    status: httpStatus,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
