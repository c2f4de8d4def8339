const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `stop` whenever somebody wants this process to end, and until the returned function is called. Ctrl-C calls it more than
 * once: it reaches this process by itself, and again from each of its parents.
 */
export function onInterruption(stop: () => void): () => void {
  for (const signal of signals) process.on(signal, stop)
  return () => {
    for (const signal of signals) process.off(signal, stop)
  }
}
