import type { DeliveryStore } from './delivery-store.ts'

/** What sending and waiting need of the world. */
export interface DeliveryDependencies {
  store: DeliveryStore
  fetch: typeof fetch
  now: () => Date
  /** 0 to 1. */
  random: () => number
  /** Ends early, without an error, when the signal aborts. */
  wait: (delayMs: number, signal?: AbortSignal) => Promise<void>
  /** Fields hold identifiers and codes; never what a person typed. */
  log: (event: string, fields?: Record<string, string | number | undefined>) => void
}
