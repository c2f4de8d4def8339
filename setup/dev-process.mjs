import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { explainFaults, parseEnvironment } from '../server/env.ts'
import { forgetSettings } from './environment.mjs'
import { root } from './install.mjs'

// The sources of the gateway: a change restarts it. The dev server watches the site's own sources.
const gatewaySources = ['server', 'supabase', 'domain', 'content', 'deliveries', 'mail', 'partners', 'payments', 'site.config.ts']

/** @returns {Promise<number>} */
function freePort() {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** An empty built site, which the gateway requires. Its pages are never requested: the dev server serves them. */
async function emptySite() {
  const folder = path.join(root, 'node_modules/.cache/dev-site')
  await mkdir(folder, { recursive: true })
  await Promise.all(['_headers', '404.html'].map((name) => writeFile(path.join(folder, name), '')))
  return folder
}

const parsed = parseEnvironment(process.env)
if ('fault' in parsed) {
  console.error(explainFaults(parsed.fault))
  process.exit(1)
}
const { site, host, port, partnersPort } = parsed.ok
const gatewayPort = await freePort()
const env = {
  ...process.env,
  HOST: '127.0.0.1',
  PORT: String(gatewayPort),
  PARTNERS_PORT: String(partnersPort ?? ''),
  SITE_ORIGIN: site.origin,
  DIST_DIR: await emptySite(),
  TRUST_PROXY: '1',
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let gateway
/** @type {Promise<unknown>} */
let ended = Promise.resolve()
/** @type {'running' | 'restarting' | 'stopping'} */
let state = 'running'

function startGateway() {
  state = 'running'
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  gateway = child
  ended = new Promise((resolve) => child.once('exit', resolve))
}

async function restartGateway() {
  if (state !== 'running') return
  state = 'restarting'
  gateway?.kill('SIGTERM')
  await ended
  if (state === 'restarting') startGateway()
}

async function stop() {
  if (state === 'stopping') return
  state = 'stopping'
  gateway?.kill('SIGTERM')
  await Promise.all([ended, pages.close()])
  process.exit(0)
}

forgetSettings()
const { serveSources } = await import('../build/dev-server.ts')
const pages = await serveSources({ settings: site, host, port, gatewayOrigin: `http://127.0.0.1:${gatewayPort}` }).catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  return process.exit(1)
})
startGateway()
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void stop())

/** @type {NodeJS.Timeout | undefined} */
let settling
for (const source of gatewaySources) {
  watch(path.join(root, source), { recursive: true }, (_, name) => {
    if (name?.includes('.test.')) return
    clearTimeout(settling)
    // Debounced, since editors write a file in several steps.
    settling = setTimeout(() => void restartGateway(), 100)
  })
}
