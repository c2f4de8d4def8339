import type { Database } from '../postgres/database.ts'
import { accountTurns } from './account-turns.ts'
import { bucketsOf, type Subject } from './buckets.ts'
import type { LimitChanges } from './figures.ts'
import { createLeases } from './leases.ts'

/** The limits of tables, SQL functions and the delivery function (R-REQUEST-LIMITS). */
export interface RequestLimits {
  /**
   * Serves one request, unless there were too many: of anonymous callers each one counts, of signed-in ones those that
   * are refused. Of one account a few are answered at once and the next ones wait, so that many at once take no more of the
   * database from others. The service is not limited. `refuse` is told how many seconds the caller has to wait.
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
  const inTurn = accountTurns()
  let nextSweepMs = 0

  function sweep(): void {
    const nowMs = now().getTime()
    if (nowMs < nextSweepMs) return
    nextSweepMs = nowMs + sweepIntervalMs
    leases.dropLapsed(now())
  }

  const refusedBuckets = (caller: Subject) => bucketsOf(changes, 'refused-request', caller, ['address', 'account'])

  async function waitMs(caller: Subject): Promise<number> {
    sweep()
    if (caller.account) return Math.max(0, ...refusedBuckets(caller).map((bucket) => leases.missing(bucket, now())))
    const [bucket] = bucketsOf(changes, 'anonymous-request', caller, ['address'])
    return bucket ? leases.take(bucket, now()) : 0
  }

  return {
    async serve(caller, respond, refuse) {
      if (caller === 'service') return respond()
      const missingMs = await waitMs(caller)
      if (missingMs > 0) return refuse(Math.ceil(missingMs / 1000))
      const answered = caller.account ? await inTurn(caller.account, respond) : { ok: await respond() }
      if ('fault' in answered) return refuse(1)
      const response = answered.ok
      const isRefused = response.status >= 400 && response.status < 500
      if (caller.account && isRefused) for (const bucket of refusedBuckets(caller)) await leases.take(bucket, now())
      return response
    },
  }
}
