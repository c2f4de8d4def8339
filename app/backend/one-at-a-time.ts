/** Runs one task at a time under a name. */
export type OneAtATime = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

/**
 * In all tabs of this browser, by Web Locks. They exist only where a page is served with TLS or from this machine, and
 * are refused where the browser blocks its storage: the task then runs without one. It never runs twice.
 */
export const oneAtATime = withLocks(async (name, task) => navigator.locks.request(name, task))

export function withLocks(request: (name: string, task: () => Promise<unknown>) => Promise<unknown>): OneAtATime {
  return async <Result>(name: string, task: () => Promise<Result>) => {
    let running: Promise<Result> | undefined
    const start = async () => task()
    const run = () => (running ??= start())
    // Either the lock has failed, or the task, whose failure is returned below.
    await request(name, run).catch(() => undefined)
    return run()
  }
}
