/** The clock that timers run on; `start` returns what stops the timer again. */
export interface Clock {
  nowMs(): number
  start(callback: () => void, delayMs: number): () => void
}

export const browserClock: Clock = {
  nowMs: () => performance.now(),
  start: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
