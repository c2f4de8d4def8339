import { attemptDelivery, leaseSeconds } from './attempt-delivery.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import type { DeliveryState } from './delivery-store.ts'
import type { Destination } from './settings.ts'

/** A visitor looks at a spinner meanwhile. */
const patienceMs = 10_000

export interface ImmediateDelivery {
  /** Where the delivery stands after at most 10 s; null where there is none. */
  state: Promise<DeliveryState | null>
  /** Ends when nothing is under way any more, which may be later. */
  ended: Promise<unknown>
}

/**
 * The fast path: sends the delivery of one enrollment now, or waits for whoever is sending it. What is delivered
 * already is not sent again.
 */
export function deliverNow(
  enrollmentId: string,
  settings: Destination,
  dependencies: DeliveryDependencies,
): ImmediateDelivery {
  const stop = new AbortController()
  const delivering = leaseAndSend(enrollmentId, settings, dependencies, stop.signal)
  const timeUp = dependencies.wait(patienceMs, stop.signal).then(() => 'queued' as const)
  const state = Promise.race([delivering, timeUp]).finally(() => stop.abort())
  return { state, ended: Promise.allSettled([delivering]) }
}

async function leaseAndSend(
  enrollmentId: string,
  settings: Destination,
  dependencies: DeliveryDependencies,
  signal: AbortSignal,
): Promise<DeliveryState | null> {
  const { repeats, intervalMs } = settings
  for (let waitedMs = 0; ; ) {
    const answer = await dependencies.store.lease({ enrollmentId, repeats, leaseSeconds, intervalMs })
    if (answer.lease) return attemptDelivery(answer.lease, settings, dependencies)
    // Waiting in vain helps nobody: a pause of minutes is told at once.
    waitedMs += answer.wait_ms ?? 0
    if (!answer.wait_ms || waitedMs > patienceMs) return answer.state
    await dependencies.wait(answer.wait_ms, signal)
    if (signal.aborted) return answer.state
  }
}
