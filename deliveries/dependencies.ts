import type { DeliveryStore } from './delivery-store.ts'
import type { OpenDetails } from './personal-details.ts'

/** The side effects of sending: database, private keys, network, clock, randomness and log. */
export interface DeliveryDependencies {
  store: DeliveryStore
  openDetails: OpenDetails
  fetch: typeof fetch
  now: () => Date
  /** Returns 0 to 1. */
  random: () => number
  /** Resolves early, without an error, when the signal aborts. */
  wait: (delayMs: number, signal?: AbortSignal) => Promise<void>
  /** Fields hold identifiers and codes, never what a person typed. */
  log: (event: string, fields?: Record<string, string | number | undefined>) => void
}
