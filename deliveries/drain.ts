import { attemptDelivery, leaseSeconds } from './attempt-delivery.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import type { DeliverySettings } from './settings.ts'

/** A drain ends rather than wait longer than this for the next delivery. */
const maxWaitMs = 2_000

export interface DrainResult {
  attempts: number
  /** When the next delivery is due; null if none is waiting. */
  nextMs: number | null
}

/**
 * The slow path: sends whatever is due, one delivery at a time and at the shared rate, until nothing is due or the signal
 * aborts; a delivery in flight is finished. Any number of workers may drain concurrently.
 */
export async function drain(
  settings: DeliverySettings,
  dependencies: DeliveryDependencies,
  signal: AbortSignal,
): Promise<DrainResult> {
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
    if (nextMs === null || nextMs > Math.max(maxWaitMs, intervalMs)) return { attempts, nextMs }
    await wait(nextMs, signal)
  }
  return { attempts, nextMs: 0 }
}
