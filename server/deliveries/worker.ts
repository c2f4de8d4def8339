import type { DeliveryDependencies } from '../../deliveries/dependencies.ts'
import { drain } from '../../deliveries/drain.ts'
import type { DeliverySettings } from '../../deliveries/settings.ts'

/** How soon a delivery is noticed that no browser has asked for. */
const idleMs = 10_000

export interface DeliveryWorker {
  /** Leases nothing more; resolves once what is under way is finished. */
  stop(): Promise<void>
}

/**
 * Sends in the gateway's own process whatever is due, until it is stopped, and beside it does what `keepUp` does now
 * and then. A database that is away is asked again.
 */
export function startDeliveryWorker(
  settings: DeliverySettings,
  dependencies: DeliveryDependencies,
  keepUp?: () => Promise<void>,
): DeliveryWorker {
  const stopping = new AbortController()
  const { signal } = stopping

  /** `work` tells in how many milliseconds it is wanted again; null: some time. */
  async function repeat(work: () => Promise<number | null>): Promise<void> {
    while (!signal.aborted) {
      const nextMs = await work().catch((error: unknown) => {
        dependencies.log('delivery-worker-failed', { reason: error instanceof Error ? error.name : typeof error })
        return null
      })
      await dependencies.wait(Math.min(nextMs ?? idleMs, idleMs), signal)
    }
  }

  const deliver = async () => (await drain(settings, dependencies, signal)).nextMs
  const running = [repeat(deliver)]
  if (keepUp) running.push(repeat(() => keepUp().then(() => null)))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
