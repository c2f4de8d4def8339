import type { Result } from '../../domain/result.ts'

/** Runs `work` when its turn comes; with the fault `full` it was not run and never will be. */
export type Gate = <Value>(work: () => Promise<Value>) => Promise<Result<Value, 'full'>>

/** Runs at most `maxConcurrent` tasks at a time. Up to `maxWaiting` more wait in line, first come, first served. */
export function createGate({ maxConcurrent, maxWaiting }: { maxConcurrent: number; maxWaiting: number }): Gate {
  const line: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < maxConcurrent) running += 1
    else if (queue.length === maxWaiting) return { fault: 'full' }
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return { ok: await work() }
    } finally {
      const next = queue.shift()
      // The slot is handed to the next in line, so that no newcomer can take it.
      if (next) next()
      else running -= 1
    }
  }
}
