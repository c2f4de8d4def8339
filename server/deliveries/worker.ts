import type { DeliveryDependencies } from '../../deliveries/dependencies.ts'
import { drain } from '../../deliveries/drain.ts'
import type { DeliverySettings } from '../../deliveries/settings.ts'
import { errorName } from '../../domain/error-facts.ts'

/** How often the worker polls for deliveries that no browser has requested. */
const idleMs = 10_000

export interface DeliveryWorker {
  /** Leases nothing more; resolves once deliveries in flight are finished. */
  stop(): Promise<void>
}

/**
 * Sends whatever is due in the gateway's own process until it is stopped, and runs the periodic upkeep concurrently.
 * Errors, such as a database that is down, are retried.
 */
export function startDeliveryWorker(
  settings: DeliverySettings,
  dependencies: DeliveryDependencies,
  runUpkeep?: () => Promise<void>,
): DeliveryWorker {
  const stopping = new AbortController()
  const { signal } = stopping

  /** `work` resolves with the milliseconds until the next run; null for the default. */
  async function repeat(work: () => Promise<number | null>): Promise<void> {
    while (!signal.aborted) {
      const nextMs = await work().catch((error: unknown) => {
        dependencies.log('delivery-worker-failed', { reason: errorName(error) })
        return null
      })
      await dependencies.wait(Math.min(nextMs ?? idleMs, idleMs), signal)
    }
  }

  const deliver = async () => (await drain(settings, dependencies, signal)).nextMs
  const running = [repeat(deliver)]
  if (runUpkeep) running.push(repeat(() => runUpkeep().then(() => null)))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
