import { networkOf } from './buckets.ts'

/** How many 429s of a second one network gets at once. */
const atOnce = 10
const holdMs = 1000
/** A held answer costs memory: beyond so many, all are sent at once. */
const maxHeld = 500

/**
 * Holds back the 429s of a network that goes on asking without a pause, so that refusing it takes little from everybody
 * else (R-REQUEST-LIMITS). Resolves when the answer may be sent. Expects a canonical address.
 */
export function createRefusalBrake(): (address: string | undefined) => Promise<void> {
  /** Per network, in the current second. */
  const refusals = new Map<string, number>()
  let second = 0
  let held = 0
  return async (address) => {
    const thisSecond = Math.floor(Date.now() / 1000)
    if (thisSecond !== second) refusals.clear()
    second = thisSecond
    const network = address === undefined ? '' : networkOf(address)
    const count = (refusals.get(network) ?? 0) + 1
    refusals.set(network, count)
    if (count <= atOnce || held >= maxHeld) return
    held += 1
    await new Promise((resolve) => setTimeout(resolve, holdMs))
    held -= 1
  }
}
