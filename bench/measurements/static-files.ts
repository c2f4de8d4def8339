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
const minShare = 0.5
const maxMs = 5
const header = 'accept-encoding: gzip'

// Native clients: those in JavaScript are slower than the servers.
const programs = ['nginx', 'wrk', 'h2load']

/**
 * The throughput of the compressed home page from the gateway and from nginx, alternately, and its latency at half of the
 * gateway's throughput. Throughput is per second of the server's CPU time, and so independent of other load.
 */
export const staticFiles: Measurement = async ({ origin, pid, distFolder }) => {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    return [skipped(`nginx and the gateway are not compared: ${missing.join(' and ')} is not installed here`)]
  }
  const nginx = await startNginx(distFolder)
  const figures: { gateway: Figure; nginx: Figure }[] = []
  try {
    // A warm-up.
    await saturate(origin, pid)
    for (let round = 0; round < rounds; round += 1) {
      const other = await saturate(nginx.origin, nginx.pid)
      figures.push({ nginx: other, gateway: await saturate(origin, pid) })
    }
    const share = median(figures.map(({ gateway, nginx: other }) => gateway.perCoreSecond / other.perCoreSecond))
    const perCoreSecond = median(figures.map(({ gateway }) => gateway.perCoreSecond))
    const perSecond = median(figures.map(({ gateway }) => gateway.perSecond))
    const half = await sendAtRate(origin, perSecond / 2)
    return [
      {
        what: 'Home page, beside nginx on one core',
        measured: `${perCoreSecond.toFixed(0)} a second of a core, ${share.toFixed(2)} of nginx`,
        goal: `at least ${minShare} of nginx`,
        outcome: outcomeOf(share >= minShare),
      },
      {
        what: `Home page at ${half.perSecond.toFixed(0)} a second, half of what this machine does now`,
        measured: `99 in 100 answered within ${half.p99Ms.toFixed(1)} ms`,
        goal: `within ${maxMs} ms`,
        outcome: outcomeOf(half.p99Ms < maxMs),
      },
    ]
  } finally {
    await nginx.stop()
  }
}

const skipped = (reason: string): Line => ({
  what: 'Home page, beside nginx on one core',
  measured: reason,
  goal: `at least ${minShare} of nginx`,
  outcome: 'skipped',
})

interface Figure {
  /** Requests per second of the process's CPU time. */
  perCoreSecond: number
  perSecond: number
}

/** Measures the maximum throughput. */
async function saturate(origin: string, pid: number): Promise<Figure> {
  const before = await cpuSeconds(pid)
  const parameters = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', header, `${origin}/`]
  const { stdout } = await promisify(execFile)('wrk', parameters)
  const spent = (await cpuSeconds(pid)) - before
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  return { perCoreSecond: number(/(\d+) requests in/) / spent, perSecond: number(/Requests\/sec:\s+([\d.]+)/) }
}

/** Sends requests for ten seconds at a constant rate, spread evenly over the connections. */
async function sendAtRate(origin: string, perSecond: number): Promise<{ perSecond: number; p99Ms: number }> {
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

/** The user and system time of all its threads (proc_pid_stat(5)). */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The preceding field, the name, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
