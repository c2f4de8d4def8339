import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Line, type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'
import { isInstalled, startNginx } from '../nginx-process.ts'

const rounds = 5
const seconds = 3
const connections = 20
const leastShare = 0.5
const mostMs = 5
const header = 'accept-encoding: gzip'

// Clients in JavaScript take longer than the servers.
const programs = ['nginx', 'wrk', 'h2load']

/**
 * The compressed home page from the gateway and from nginx by turns, and how long it takes at half of what the gateway
 * can. Requests are counted for each second that the server's own process spends on a core, which is what a core to
 * itself would serve, whatever else this machine does.
 */
export const staticFiles: Measurement = async ({ origin, pid, distFolder }) => {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    return [skipped(`nginx and the gateway are not compared: ${missing.join(' and ')} is not installed here`)]
  }
  const nginx = await startNginx(distFolder)
  const figures: { gateway: Figure; nginx: Figure }[] = []
  try {
    // Warm, as a server is after its first minute.
    await hit(origin, pid)
    for (let round = 0; round < rounds; round += 1) {
      const other = await hit(nginx.origin, nginx.pid)
      figures.push({ nginx: other, gateway: await hit(origin, pid) })
    }
    const share = median(figures.map(({ gateway, nginx: other }) => gateway.perCoreSecond / other.perCoreSecond))
    const perCoreSecond = median(figures.map(({ gateway }) => gateway.perCoreSecond))
    const perSecond = median(figures.map(({ gateway }) => gateway.perSecond))
    const half = await pace(origin, perSecond / 2)
    return [
      {
        what: 'Home page, beside nginx on one core',
        measured: `${perCoreSecond.toFixed(0)} a second of a core, ${share.toFixed(2)} of nginx`,
        goal: `at least ${leastShare} of nginx`,
        outcome: outcomeOf(share >= leastShare),
      },
      {
        what: `Home page at ${half.perSecond.toFixed(0)} a second, half of what this machine does now`,
        measured: `99 in 100 answered within ${half.p99Ms.toFixed(1)} ms`,
        goal: `within ${mostMs} ms`,
        outcome: outcomeOf(half.p99Ms < mostMs),
      },
    ]
  } finally {
    await nginx.stop()
  }
}

const skipped = (reason: string): Line => ({
  what: 'Home page, beside nginx on one core',
  measured: reason,
  goal: `at least ${leastShare} of nginx`,
  outcome: 'skipped',
})

interface Figure {
  /** For each second that the process spends on a core. */
  perCoreSecond: number
  perSecond: number
}

/** Lets the client do what it can. */
async function hit(origin: string, pid: number): Promise<Figure> {
  const before = await spentSeconds(pid)
  const parameters = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', header, `${origin}/`]
  const { stdout } = await promisify(execFile)('wrk', parameters)
  const spent = (await spentSeconds(pid)) - before
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  return { perCoreSecond: number(/(\d+) requests in/) / spent, perSecond: number(/Requests\/sec:\s+([\d.]+)/) }
}

/** Sends as many requests a second for ten seconds, each connection at its own even pace. */
async function pace(origin: string, perSecond: number): Promise<{ perSecond: number; p99Ms: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const logFile = path.join(folder, 'requests')
  const rate = Math.floor(perSecond / connections)
  const parameters = ['--h1', `-c${connections}`, '-D10', `--rps=${rate}`, '-H', header, `--log-file=${logFile}`, `${origin}/`]
  try {
    await promisify(execFile)('h2load', parameters)
    // A line for each request: when it began, its status, and after how many microseconds it was answered.
    const requests = (await readFile(logFile, 'utf8')).trim().split('\n').map((line) => line.split('\t').map(Number))
    const bad = requests.filter(([, status]) => status !== 200)
    if (bad.length > 0) throw new Error(`h2load: ${bad.length} requests failed`)
    const tookMs = requests.map(([, , microseconds = Number.NaN]) => microseconds / 1000).toSorted((one, other) => one - other)
    return { perSecond: requests.length / 10, p99Ms: tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.NaN }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Of all its threads, in its own code and in the kernel's (proc_pid_stat(5)). */
async function spentSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name before may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
