import { attemptDelivery, leaseSeconds } from './attempt-delivery.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import type { DeliveryState } from '../domain/delivery-states.ts'
import type { Destination } from './settings.ts'

/** A visitor is waiting at a spinner. */
const maxWaitMs = 10_000

export interface ImmediateDelivery {
  /** The delivery's state after at most 10 s; null if there is none. */
  state: Promise<DeliveryState | null>
  /** Settles once nothing is in flight, which may be later. */
  ended: Promise<unknown>
}

/**
 * The fast path: sends the delivery of one enrollment now, or waits for the worker that is sending it. It is not
 * sent again if it was delivered.
 */
export function deliverNow(
  enrollmentId: string,
  settings: Destination,
  dependencies: DeliveryDependencies,
): ImmediateDelivery {
  const stop = new AbortController()
  const delivering = leaseAndSend(enrollmentId, settings, dependencies, stop.signal)
  const timeUp = dependencies.wait(maxWaitMs, stop.signal).then(() => 'queued' as const)
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
    // A pause that would exceed the limit is reported immediately.
    waitedMs += answer.wait_ms ?? 0
    if (!answer.wait_ms || waitedMs > maxWaitMs) return answer.state
    await dependencies.wait(answer.wait_ms, signal)
    if (signal.aborted) return answer.state
  }
}
