import { type Answers, load } from '../load.ts'
import { type Line, type Measurement, outcomeOf } from '../measurement.ts'
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts'
import { percentile } from '../percentile.ts'
import { type Client, ClientFault, onboard } from '../onboarding-client.ts'

const visitors = 500
/** Of all visitors together: each looks at a page every five seconds, with a tenth of its files not in the cache. */
const requestsPerSecond = 150
const clients = 50
/** A client fills in the form for this long, so that about two onboard each second. */
const fillingMs = 25_000
const minutes = 5
const maxWriteMs = 250
const maxRatio = 2
const maxGrowth = 1.15

/** What was measured in one half. */
interface Half {
  pages: Answers
  writesMs: number[]
  faults: ClientFault[]
  /** The resident set size of the gateway, one value each 15 seconds. */
  megabytes: number[]
}

/**
 * A day's crowd at once, for ten minutes: visitors who browse and clients who sign up, fill in the form and send it, each
 * with an address of their own behind a proxy and under the default limits; in the second half beside somebody who sends
 * as fast as one connection pool can whatever is expensive.
 */
export const crowd: Measurement = async ({ distFolder }) => {
  const gateway = await startGatewayProcess(distFolder, { TRUST_PROXY: '1', RATE_LIMITS: '' })
  try {
    await half(gateway, 0.25)
    const alone = await half(gateway, minutes)
    const stop = new AbortController()
    const abusing = abuse(gateway.origin, stop.signal)
    const beside = await half(gateway, minutes)
    stop.abort()
    const abused = await abusing
    return [
      ...linesOf('alone', alone),
      ...linesOf(`beside one abuser (${abused} requests)`, beside),
      memoryLine('alone', alone),
      memoryLine('beside the abuser', beside),
      ratioLine('pages', beside.pages.p99Ms / alone.pages.p99Ms),
      ratioLine('writes', percentile(beside.writesMs, 99) / percentile(alone.writesMs, 99)),
    ]
  } finally {
    await gateway.stop()
  }
}

async function half(gateway: GatewayProcess, lengthMinutes: number): Promise<Half> {
  const endsAt = performance.now() + lengthMinutes * 60_000
  const measured: Omit<Half, 'pages'> = { writesMs: [], faults: [], megabytes: [] }
  const browsing = load({
    url: gateway.origin,
    requests: ['/', '/assessment', '/credit-score-calculator', '/blog', '/legal/terms'].map((path) => ({ path })),
    setupClient: (client: { setHeaders: (headers: Record<string, string>) => void }) =>
      client.setHeaders({ 'x-forwarded-for': someAddress(), 'accept-encoding': 'br' }),
    connections: visitors,
    overallRate: requestsPerSecond,
    seconds: lengthMinutes * 60,
  })
  const onboarding = Array.from({ length: clients }, async (_, place) => {
    // Not all in the same moment.
    await pause((place / clients) * Math.min(fillingMs, lengthMinutes * 30_000))
    while (performance.now() < endsAt) await onboardOnce(gateway.origin, measured)
  })
  const watching = (async () => {
    while (performance.now() < endsAt) {
      measured.megabytes.push(await gateway.residentMegabytes())
      await pause(15_000)
    }
  })()
  const [pages] = await Promise.all([browsing, ...onboarding, watching])
  return { pages, ...measured }
}

async function onboardOnce(origin: string, { writesMs, faults }: Pick<Half, 'writesMs' | 'faults'>): Promise<void> {
  const client: Client = { origin, address: someAddress(), fill: () => pause(fillingMs) }
  try {
    writesMs.push(await onboard(client))
  } catch (error) {
    if (!(error instanceof ClientFault)) throw error
    faults.push(error)
  }
}

/** Sends wrong passwords, forged tokens and anonymous reads from one address until the signal; returns how many. */
async function abuse(origin: string, signal: AbortSignal): Promise<number> {
  let sent = 0
  const headers = { 'x-forwarded-for': '198.51.100.66', 'content-type': 'application/json' }
  const attempts = [
    () => fetch(`${origin}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: '{"email":"a@example.com","password":"a wrong one"}' }),
    () => fetch(`${origin}/rest/v1/enrollments?select=*`, { headers }),
    () => fetch(`${origin}/rest/v1/enrollments`, { headers: { ...headers, authorization: 'Bearer a.b.c' } }),
    () => fetch(`${origin}/functions/v1/submit-to-disputefox`, { method: 'POST', headers, body: '{}' }),
  ]
  const one = async (place: number) => {
    while (!signal.aborted) {
      const response = await attempts[place % attempts.length]?.()
      await response?.arrayBuffer()
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, place) => one(place)))
  return sent
}

function linesOf(how: string, { pages, writesMs, faults }: Half): Line[] {
  const p99Ms = percentile(writesMs, 99)
  const reasons = [...new Set(faults.map(({ message }) => message))].join(', ')
  return [
    {
      what: `${visitors} visitors, ${how}`,
      measured: `${pages.perSecond.toFixed(0)} pages a second, 99 in 100 within ${pages.p99Ms} ms, ${pages.failed} failed`,
      goal: 'none failed',
      outcome: outcomeOf(pages.failed === 0),
    },
    {
      what: `${clients} clients onboarding at once, ${how}`,
      measured: `${writesMs.length} forms saved, 99 in 100 within ${p99Ms.toFixed(0)} ms, ${faults.length} failed${reasons && ` (${reasons})`}`,
      goal: `within ${maxWriteMs} ms, none failed`,
      outcome: outcomeOf(p99Ms <= maxWriteMs && faults.length === 0),
    },
  ]
}

/** The first minute warms up. */
function memoryLine(how: string, { megabytes }: Half): Line {
  const early = Math.max(...megabytes.slice(4, 12))
  const late = Math.max(...megabytes.slice(-8))
  return {
    what: `Memory of the gateway, ${how}`,
    measured: `at most ${early.toFixed(0)} MB in the second and third minute, ${late.toFixed(0)} MB in the last two`,
    goal: `at most ${maxGrowth} times`,
    outcome: outcomeOf(late <= early * maxGrowth),
  }
}

const ratioLine = (what: string, ratio: number): Line => ({
  what: `The slowest hundredth of ${what} beside an abuser, against alone`,
  measured: `${ratio.toFixed(2)} times`,
  goal: `at most ${maxRatio} times`,
  outcome: outcomeOf(ratio <= maxRatio),
})

/** An address of the block for benchmarks (RFC 2544). */
const someAddress = () => `198.18.${Math.floor(Math.random() * 256)}.${1 + Math.floor(Math.random() * 254)}`

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
