import type { Database } from '../postgres/database.ts'
import { bucketsOf, type Subject } from './buckets.ts'
import type { LimitChanges } from './figures.ts'
import { createLeases } from './leases.ts'
import type { Bucket } from './stored-buckets.ts'

/** The limits of tables, SQL functions and the delivery function (R-REQUEST-LIMITS). */
export interface RequestLimits {
  /**
   * Serves one request, unless there were too many: of anonymous callers each one counts, of signed-in ones those that
   * are refused. The service is not limited. `refuse` is told how many seconds the caller has to wait.
   */
  serve(
    caller: Subject | 'service',
    respond: () => Promise<Response>,
    refuse: (waitSeconds: number) => Response,
  ): Promise<Response>
}

const sweepIntervalMs = 60_000

/** Limits that all processes on one database share. */
export function createRequestLimits(database: Database, changes: LimitChanges, now: () => Date): RequestLimits {
  const leases = createLeases(database)
  /** Which buckets are empty, and until when, in milliseconds since 1970. They need no database until then. */
  const empty = new Map<string, number>()
  /** The last taking from a bucket: the next one waits for it, so that a burst asks the database once. */
  const turns = new Map<string, Promise<number>>()
  let nextSweepMs = 0

  function sweep(): void {
    const nowMs = now().getTime()
    if (nowMs < nextSweepMs) return
    nextSweepMs = nowMs + sweepIntervalMs
    leases.dropLapsed(now())
    for (const [name, untilMs] of empty) if (untilMs <= nowMs) empty.delete(name)
  }

  /** How many milliseconds this bucket is known to stay empty. */
  const missing = ({ key }: Bucket): number => Math.max(0, (empty.get(nameOf(key)) ?? 0) - now().getTime())

  /** 0 if the request may proceed, otherwise how many milliseconds to wait. */
  async function take(bucket: Bucket): Promise<number> {
    const name = nameOf(bucket.key)
    const before = turns.get(name)
    const turn = (async () => {
      await before?.catch(() => undefined)
      const missingMs = missing(bucket) || (await leases.take(bucket, now()))
      if (missingMs > 0) empty.set(name, now().getTime() + missingMs)
      return missingMs
    })()
    turns.set(name, turn)
    try {
      return await turn
    } finally {
      if (turns.get(name) === turn) turns.delete(name)
    }
  }

  const refusedBuckets = (caller: Subject) => bucketsOf(changes, 'refused-request', caller, ['address', 'account'])

  async function waitMs(caller: Subject): Promise<number> {
    sweep()
    if (caller.account) return Math.max(0, ...refusedBuckets(caller).map(missing))
    const [bucket] = bucketsOf(changes, 'anonymous-request', caller, ['address'])
    return bucket ? take(bucket) : 0
  }

  return {
    async serve(caller, respond, refuse) {
      if (caller === 'service') return respond()
      const missingMs = await waitMs(caller)
      if (missingMs > 0) return refuse(Math.ceil(missingMs / 1000))
      const response = await respond()
      const isRefused = response.status >= 400 && response.status < 500
      if (caller.account && isRefused) for (const bucket of refusedBuckets(caller)) await take(bucket)
      return response
    },
  }
}

const nameOf = (key: Buffer) => key.toString('base64')
