import type { Result } from '../../domain/result.ts'

/** Runs `work` in turn. The fault `full` means that it was not and will not be run. */
export type Gate = <Value>(work: () => Promise<Value>) => Promise<Result<Value, 'full'>>

/** Runs at most `maxConcurrent` tasks at a time. Up to `maxWaiting` more are queued, first in, first out. */
export function createGate({ maxConcurrent, maxWaiting }: { maxConcurrent: number; maxWaiting: number }): Gate {
  const queue: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < maxConcurrent) running += 1
    else if (queue.length === maxWaiting) return { fault: 'full' }
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return { ok: await work() }
    } finally {
      const next = queue.shift()
      // The slot is passed on directly, so that a new task cannot take it.
      if (next) next()
      else running -= 1
    }
  }
}
