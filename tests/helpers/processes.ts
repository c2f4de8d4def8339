import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

export interface SeenProcess {
  /** Program and arguments. */
  argv: string
  /** `NAME=value` pairs. */
  environ: string
}

/**
 * Looks at every process of this machine, again and again until it is stopped (Linux; as root also at other users'). It reads
 * synchronously: some live for a few milliseconds only.
 */
export function watchProcesses(): { stop(): Promise<SeenProcess[]> } {
  const seen = new Map<string, SeenProcess>()
  const stopping = new AbortController()
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      for (const id of readdirSync('/proc')) if (/^\d+$/.test(id)) look(id, seen)
      await setImmediate()
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await looking
      return [...seen.values()]
    },
  }
}

function look(id: string, seen: Map<string, SeenProcess>): void {
  const argv = read(id, 'cmdline')?.replaceAll('\0', ' ')
  // A process that is just being replaced by its program has no arguments yet.
  if (!argv || seen.has(`${id} ${argv}`)) return
  const environ = read(id, 'environ')
  if (environ !== undefined) seen.set(`${id} ${argv}`, { argv, environ: environ.replaceAll('\0', '\n') })
}

/** Undefined if the process has ended meanwhile, or may not be looked at. */
function read(id: string, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
