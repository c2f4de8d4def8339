import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { load } from '../load.ts'
import { type Line, type Measurement, outcomeOf } from '../measurement.ts'
import { isInstalled, startNginx } from '../nginx-process.ts'

const rounds = 5
const seconds = 3
const connections = 20
const leastShare = 0.5
const mostMs = 5
const headers = { 'accept-encoding': 'gzip' }

/**
 * The compressed home page from the gateway and from nginx, by turns on one core while the client has another, and
 * how long it takes at half of what the gateway can.
 */
export const staticFiles: Measurement = async ({ origin, pid, distFolder }) => {
  const missing = ['nginx', 'wrk', 'taskset'].filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    return [skipped(`nginx and the gateway are not compared: ${missing.join(' and ')} is not installed here`)]
  }
  const nginx = await startNginx(distFolder)
  const figures: { gateway: number; nginx: number }[] = []
  try {
    pinTo(0, pid, nginx.pid)
    await hit(origin)
    for (let round = 0; round < rounds; round += 1) {
      figures.push({ nginx: await hit(nginx.origin), gateway: await hit(origin) })
    }
    const share = median(figures.map(({ gateway, nginx: other }) => gateway / other))
    const perSecond = median(figures.map(({ gateway }) => gateway))
    const half = await load({ url: `${origin}/`, headers, connections, overallRate: Math.floor(perSecond / 2), seconds: 10 })
    return [
      {
        what: 'Home page, beside nginx on the same core',
        measured: `${perSecond.toFixed(0)} a second, ${share.toFixed(2)} of nginx`,
        goal: `at least ${leastShare} of nginx`,
        outcome: outcomeOf(share >= leastShare),
      },
      {
        what: 'Home page at half of that',
        measured: `99 in 100 answered within ${half.p99Ms} ms`,
        goal: `within ${mostMs} ms`,
        outcome: outcomeOf(half.p99Ms < mostMs && half.failed === 0),
      },
    ]
  } finally {
    release(pid)
    await nginx.stop()
  }
}

const skipped = (reason: string): Line => ({
  what: 'Home page, beside nginx on the same core',
  measured: reason,
  goal: `at least ${leastShare} of nginx`,
  outcome: 'skipped',
})

const pinTo = (core: number, ...pids: number[]) => {
  for (const pid of pids) execFileSync('taskset', ['-acp', String(core), String(pid)])
}

const release = (pid: number) => execFileSync('taskset', ['-ap', 'ffffffff', String(pid)])

/** Requests a second. The client is wrk, since one written in JavaScript takes longer than the servers. */
async function hit(origin: string): Promise<number> {
  const header = `accept-encoding: ${headers['accept-encoding']}`
  const parameters = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', header, `${origin}/`]
  const { stdout } = await promisify(execFile)('taskset', ['-c', '1', 'wrk', ...parameters])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
