/** Runs `work` when its turn comes; `full` means it was not run and never will be. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<{ done: Result } | 'full'>

/** Lets `atOnce` pieces of work run at a time and `mostWaiting` more stand in line, first come, first served. */
export function createGate({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Gate {
  const line: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < atOnce) running += 1
    else if (line.length === mostWaiting) return 'full'
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return { done: await work() }
    } finally {
      const next = line.shift()
      // The place is handed on, so nobody who comes in between can take it.
      if (next) next()
      else running -= 1
    }
  }
}
