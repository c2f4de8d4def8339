import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Command, startCommand } from '../../tests/helpers/command.ts'
import { noLimits } from '../../tests/helpers/no-limits.ts'
import { freePort } from '../../tests/helpers/ports.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { type Answer, freePorts, type Ports, startCaddy, startNginx, type WebServer } from '../../tests/helpers/web-server.ts'
import { parseEnvironment } from '../env.ts'
import { caddySite } from './caddy.ts'
import { nginxSite } from './nginx.ts'
import { proxiedSite } from './proxied-site.ts'

let folder: string
let dist: string
let database: TestDatabase
let ports: Ports
let pages: string[]
const gateways: { port: number; command: Command }[] = []

const settings = () => ({
  SITE_ORIGIN: `https://localhost:${ports.https}`,
  TRUST_PROXY: '1',
  DIST_DIR: dist,
  DATABASE_URL: database.url,
  PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'),
  RATE_LIMITS: noLimits,
  DATA_DIR: path.join(folder, 'data'),
})

async function startGateway(port: number): Promise<Command> {
  const own = { PORT: String(port), PARTNERS_PORT: String(await freePort()) }
  const command = startCommand({ ...settings(), ...own }, 'server/main.ts')
  await command.printed(/Ctrl-C stops everything/)
  return command
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'proxies-'))
  dist = path.join(folder, 'dist')
  database = await createTestDatabase()
  ports = await freePorts()
  const build = startCommand(settings(), 'setup/build.mjs')
  if ((await build.ended) !== 0) throw new Error(build.output())
  const files = await readdir(dist, { recursive: true })
  pages = files.filter((file) => /(^|\/)index\.html$/.test(file)).map((file) => `/${file.slice(0, -'index.html'.length)}`)
  for (let each = 0; each < 2; each += 1) {
    const port = await freePort()
    gateways.push({ port, command: await startGateway(port) })
  }
}, 240_000)

afterAll(async () => {
  for (const { command } of gateways) command.child.kill('SIGTERM')
  await Promise.all(gateways.map(({ command }) => command.ended))
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The gateway's own answer. */
async function askGateway(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: gateways[0]?.port, path: address, headers, agent: false }, (incoming) => {
      const flat = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
      buffer(incoming).then((body) => resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(flat), body }), reject)
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

/** What belongs to one connection (RFC 9110 §7.6.1) or request, and what a web server says of itself. */
const ownHeaders = new Set(['connection', 'keep-alive', 'date', 'server', 'alt-svc', 'via', 'x-request-id'])

function comparable({ status, headers, body }: Answer) {
  return { status, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name))), body: body.toString('base64') }
}

/** The file that an operator gets for two gateways. */
function shippedSite() {
  const parsed = parseEnvironment(settings())
  if ('fault' in parsed) throw new Error(parsed.fault.join())
  return proxiedSite(parsed.ok, { aliases: [], gateways: gateways.map(({ port }) => `127.0.0.1:${port}`) })
}

const programs = {
  nginx: async () => {
    const site = shippedSite()
    return startNginx(ports, (places) => nginxSite(site, places))
  },
  caddy: async () => startCaddy(ports, caddySite(shippedSite())),
}

const missing = process.env.TEST_WITHOUT?.split(',') ?? []

describe.each(Object.entries(programs).filter(([name]) => !missing.includes(name)))('behind %s', (name, start) => {
  let server: WebServer

  beforeAll(async () => {
    server = await start()
  })

  afterAll(() => server.stop())

  test.each(['identity', 'gzip', 'br', 'zstd', 'br;q=0.5, gzip'])('every page is the gateway\'s own answer, with %s', async (encoding) => {
    expect(pages).toContain('/legal/terms/')
    const headers = { 'accept-encoding': encoding }
    for (const address of pages.flatMap((page) => [page, page.slice(0, -1) || '/', `${page}?next=/`])) {
      const answer = await server.ask(address, { headers })
      expect([address, answer.status, answer.headers['content-security-policy']]).toEqual([address, 200, expect.stringContaining("default-src 'none'")])
      expect([address, comparable(answer)]).toEqual([address, comparable(await askGateway(address, headers))])
    }
  })

  test('what is no page is answered as the gateway does: files, unknown addresses, methods, parts and copies', async () => {
    const { headers: { etag = '' } } = await askGateway('/about')
    const requests: [string, Record<string, string>][] = [
      ['/nothing', {}], ['/nothing/', { 'accept-encoding': 'br' }], ['/_headers', {}], ['/index.html.br', {}], ['/%61bout', {}],
      ['/robots.txt', {}], ['/manifest.webmanifest', {}], ['/favicon.ico', {}], ['/share/home.png', {}],
      ['/about', { range: 'bytes=2-9' }], ['/about', { range: 'bytes=9999999-' }], ['/about', { 'if-none-match': etag }],
      ['/about', { 'if-match': '"other"' }], ['/healthz', {}], ['/readyz', {}], ['/auth/v1/user', {}], ['/rest/v1/enrollments', {}],
      ['/functions/v1/other', {}],
    ]
    for (const [address, headers] of requests) {
      expect([address, comparable(await server.ask(address, { headers }))]).toEqual([address, comparable(await askGateway(address, headers))])
    }
    const posted = await server.ask('/about', { method: 'POST', body: 'x' })
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('the visitor is who opened the connection, whatever X-Forwarded-For says', async () => {
    const email = `forged-${name}@example.com`
    const body = JSON.stringify({ email, password: 'a long enough password' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9, 203.0.113.10' }
    const answer = await server.ask('/auth/v1/signup', { method: 'POST', headers, body, localAddress: '127.0.0.77' })
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query('select host(ip) as ip from auth.sessions join auth.users on users.id = user_id where email = $1', [email])
    await client.end()
    expect(rows).toEqual([{ ip: '127.0.0.77' }])
  })

  test('restarting one gateway after the other loses no request', async () => {
    const over = new AbortController()
    const failed: string[] = []
    const served = [0, 0]
    const visit = async (address: string) => {
      while (!over.signal.aborted) {
        const outcome = await server.ask(address).then(({ status }) => (status === 200 ? undefined : String(status)), String)
        if (outcome) failed.push(`${address} ${outcome}`)
        served[restarted] = (served[restarted] ?? 0) + 1
      }
    }
    let restarted = 0
    const visitors = ['/', '/about', '/auth/v1/settings', '/readyz'].map(visit)
    for (const gateway of gateways) {
      gateway.command.child.kill('SIGTERM')
      expect(await gateway.command.ended).toBe(0)
      gateway.command = await startGateway(gateway.port)
      restarted += 1
    }
    over.abort()
    await Promise.all(visitors)
    expect(failed).toEqual([])
    expect(served.every((count) => count > 0)).toBe(true)
  })
})
