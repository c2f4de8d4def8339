import { existsSync } from 'node:fs'
import path from 'node:path'
import { createPartners } from '../partners/app.ts'
import { createApp } from './app.ts'
import { openBackend } from './backend.ts'
import { type Environment, explainFaults, parseEnvironment } from './env.ts'
import { listen } from './http/listen.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { checkProduction } from './production.ts'
import { refusedPasswordsOf } from './refused-passwords.ts'
import { describeStart } from './report.ts'
import { logToConsole } from './runtime/log.ts'
import { trustOwnAuthority } from './runtime/own-authority.ts'
import { outliveReaders } from './runtime/readers.ts'
import { explainStartError, StartupFault } from './runtime/startup-fault.ts'
import { standInCheckout } from './stand-in-checkout.ts'
import { loadStaticSite } from './static/static-site.ts'
import { explainUnknown, findUnknownVariables, namesInFile } from './unknown-variables.ts'
import { createMetricsApp } from './watching/metrics-app.ts'
import { startWatching } from './watching/start-watching.ts'

// What was started, in order. It is stopped in reverse order, so that the database is stopped last.
const started: { close(): Promise<void> }[] = []
let starting: Promise<void> | undefined
let stopping: Promise<void> | undefined

// A part that hangs must not block the operator's terminal.
const stopLimitMs = 30_000

/** Waits for a start in progress, which has parts to stop too. A second call joins the first. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(1), stopLimitMs).unref()
    await starting?.catch(() => undefined)
    for (const part of started.toReversed()) await part.close()
  })()
  return stopping
}

// libuv's variable for the size of its thread pool, and its default.
const poolThreads = Number(process.env.UV_THREADPOOL_SIZE) || 4

function failed(error: unknown): never {
  console.error(error)
  process.exit(1)
}

async function start(environment: Environment): Promise<void> {
  const { host, port, partnersPort, metricsPort, site, standInPaymentSecret: secret, trustedProxies = 0 } = environment
  await checkProduction(environment)
  const refusedPasswords = await refusedPasswordsOf(environment)
  if (!existsSync(path.join(site.outDir, '_headers'))) {
    throw new StartupFault(`There is no built site in ${site.outDir}. Build it with: npm run build`)
  }
  const siteUrl = `${site.origin}${site.basePath}`
  const { metrics, watcher, wrapSite } = await startWatching(environment, logToConsole)
  const settings = { ...environment, siteUrl, siteFolder: site.outDir, refusedPasswords, poolThreads }
  const backend = site.supabase ? undefined : await openBackend(settings, logToConsole, watcher)
  if (backend) started.push(backend)
  const staticSite = wrapSite(await loadStaticSite(site.outDir, site.basePath))
  const watching = { watcher, trustsIds: trustedProxies > 0 }
  const parts = { basePath: site.basePath, origin: site.origin, site: staticSite, watching, log: logToConsole }
  const app = createApp(backend ? { ...parts, backend: backend.routes } : parts)
  // The payments of a site whose backend is elsewhere are that one's.
  const checkout = secret && backend ? standInCheckout({ siteUrl, gatewayUrl: () => listener.origin + site.basePath, secret }) : undefined
  const partners = partnersPort ? await listen(createPartners({ checkout }), '127.0.0.1', partnersPort, 'PARTNERS_PORT') : undefined
  if (partners) started.push(partners)
  if (metrics && metricsPort) {
    const figures = async () => backend?.figures()
    started.push(await listen(createMetricsApp(metrics, figures), '127.0.0.1', metricsPort, 'METRICS_PORT'))
  }
  const headers = secureHeaders(site.origin)
  const listener = await listen(app, host, port, 'PORT', { site: staticSite, headers, trustedProxies, log: logToConsole })
  started.push(listener)
  // Runs first at a stop, without waiting, so that no delivery starts while requests in flight are finished.
  if (backend) started.push({ close: async () => backend.stopDeliveries() })
  console.log(describeStart(environment, { site: listener.origin, partners: partners?.origin }))
}

outliveReaders()
trustOwnAuthority(process.env.NODE_EXTRA_CA_CERTS)
const parsed = parseEnvironment(process.env)
for (const unknown of findUnknownVariables(process.env, await namesInFile())) console.warn(explainUnknown(unknown))
if ('fault' in parsed) {
  console.error(explainFaults(parsed.fault))
  process.exit(1)
}
// Disconnected, it has lost the process that has started it, however that ended.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(event, () => void stop().then(() => process.exit(0), failed))
}
try {
  starting = start(parsed.ok)
  await starting
} catch (error) {
  const sentence = explainStartError(error, `the data folder ${parsed.ok.dataFolder}`)
  console.error(sentence ?? error)
  await stop().catch(failed)
  process.exit(1)
}
