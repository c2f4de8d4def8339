import { readdir, readFile } from 'node:fs/promises'

export interface SeenProcess {
  /** Program and arguments. */
  argv: string
  /** `NAME=value` pairs. */
  environ: string
}

/** Looks at every process of this machine, again and again until it is stopped (Linux; as root also at other users'). */
export function watchProcesses(): { stop(): Promise<SeenProcess[]> } {
  const seen = new Map<string, SeenProcess>()
  const stopping = new AbortController()
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
      const found = await Promise.all(ids.map(look))
      for (const [index, process] of found.entries()) if (process) seen.set(`${ids[index]} ${process.argv}`, process)
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

/** Undefined if it has ended meanwhile, or may not be looked at. */
async function look(id: string): Promise<SeenProcess | undefined> {
  const read = (name: string) => readFile(`/proc/${id}/${name}`, 'utf8')
  return Promise.all([read('cmdline'), read('environ')]).then(
    // A process that is just being replaced by its program has no arguments yet.
    ([argv, environ]) => (argv ? { argv: argv.replaceAll('\0', ' '), environ: environ.replaceAll('\0', '\n') } : undefined),
    () => undefined,
  )
}
