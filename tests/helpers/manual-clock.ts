import type { Clock } from '../../app/clock.ts'

/** A clock that a test advances manually. */
export function manualClock() {
  let nowMs = 0
  let timers: { atMs: number; callback: () => void }[] = []
  const clock: Clock = {
    nowMs: () => nowMs,
    start(callback, delayMs) {
      const timer = { atMs: nowMs + delayMs, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  const advance = (byMs: number) => {
    const endMs = nowMs + byMs
    for (;;) {
      const next = timers.filter(({ atMs }) => atMs <= endMs).toSorted((one, other) => one.atMs - other.atMs)[0]
      if (!next) break
      nowMs = next.atMs
      timers = timers.filter((timer) => timer !== next)
      next.callback()
    }
    nowMs = endMs
  }
  return { clock, advance, pending: () => timers.length }
}
