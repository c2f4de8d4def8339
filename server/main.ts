import { existsSync } from 'node:fs'
import path from 'node:path'
import { createPartners } from '../partners/app.ts'
import { createApp } from './app.ts'
import { openBackend } from './backend.ts'
import { type Environment, parseEnvironment } from './env.ts'
import { listen } from './http/listen.ts'
import { logToConsole } from './log.ts'
import { describeStart } from './report.ts'
import { explainStartError, StartupFault } from './startup-fault.ts'
import { loadStaticSite } from './static/static-site.ts'

// What was started, in order; it is stopped in the opposite order, so that the database goes last.
const started: { close(): Promise<void> }[] = []
let starting: Promise<void> | undefined
let stopping: Promise<void> | undefined

// A part that never ends must not keep the operator's terminal.
const stopLimitMs = 30_000

/** Waits for a start in progress, since what it has begun must be ended too; a second call joins the first. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(1), stopLimitMs).unref()
    await starting?.catch(() => undefined)
    for (const part of started.toReversed()) await part.close()
  })()
  return stopping
}

// Libuv's own variable, which it has read by now, with its own default.
const poolThreads = Number(process.env.UV_THREADPOOL_SIZE) || 4

function failed(error: unknown): never {
  console.error(error)
  process.exit(1)
}

async function start(environment: Environment): Promise<void> {
  const { host, port, trustedProxies, partnersPort, site } = environment
  if (!existsSync(path.join(site.outDir, '_headers'))) {
    throw new StartupFault(`There is no built site in ${site.outDir}. Build it with: npm run build`)
  }
  const siteUrl = `${site.origin}${site.basePath}`
  const backend = site.supabase ? undefined : await openBackend({ ...environment, siteUrl, poolThreads }, logToConsole)
  if (backend) started.push(backend)
  const staticSite = await loadStaticSite(site.outDir, site.basePath)
  const parts = { basePath: site.basePath, site: staticSite, log: logToConsole }
  const app = createApp(backend ? { ...parts, backend: backend.routes } : parts)
  const partners = partnersPort ? await listen(createPartners(), '127.0.0.1', partnersPort, 'PARTNERS_PORT') : undefined
  if (partners) started.push(partners)
  const listener = await listen(app, host, port, 'PORT', { site: staticSite, trustedProxies, log: logToConsole })
  started.push(listener)
  // First of all at a stop, without waiting: no delivery begins any more while the requests under way come to an end.
  if (backend) started.push({ close: async () => backend.stopDeliveries() })
  console.log(describeStart(environment, { site: listener.origin, partners: partners?.origin }))
}

const parsed = parseEnvironment(process.env)
if ('faults' in parsed) {
  console.error(`These settings are not usable:\n${parsed.faults.map((fault) => `  ${fault}`).join('\n')}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0), failed))
}
try {
  starting = start(parsed.environment)
  await starting
} catch (error) {
  const sentence = explainStartError(error, `the data folder ${parsed.environment.dataFolder}`)
  console.error(sentence ?? error)
  await stop().catch(failed)
  process.exit(1)
}
