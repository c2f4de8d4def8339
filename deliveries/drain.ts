import { attemptDelivery, leaseSeconds } from './attempt-delivery.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import type { DeliverySettings } from './settings.ts'

/** Longer than this nobody stays awake for a delivery that is not due. */
const patienceMs = 2_000

export interface Drained {
  attempts: number
  /** When the next delivery is due; null where none is waiting. */
  nextMs: number | null
}

/**
 * The slow path: sends whatever is due, one after the other at the common pace, until nothing is or the signal aborts.
 * What is under way then is finished. Any number of workers may do so at once.
 */
export async function drain(
  settings: DeliverySettings,
  dependencies: DeliveryDependencies,
  signal: AbortSignal,
): Promise<Drained> {
  const { store, wait } = dependencies
  if (settings.mode === 'off') {
    await store.releaseExpiredLeases()
    return { attempts: 0, nextMs: null }
  }
  const { repeats, intervalMs } = settings
  let attempts = 0
  while (!signal.aborted) {
    const { lease, wait_ms: nextMs } = await store.lease({ repeats, leaseSeconds, intervalMs })
    if (lease) {
      attempts += 1
      await attemptDelivery(lease, settings, dependencies)
      continue
    }
    if (nextMs === null || nextMs > Math.max(patienceMs, intervalMs)) return { attempts, nextMs }
    await wait(nextMs, signal)
  }
  return { attempts, nextMs: 0 }
}
