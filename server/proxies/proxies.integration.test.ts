import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { type Command, startCommand } from '../../tests/helpers/command.ts'
import { noLimits } from '../../tests/helpers/no-limits.ts'
import { freePort } from '../../tests/helpers/ports.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { type Answer, freePorts, type Ports, startCaddy, startNginx, type WebServer } from '../../tests/helpers/web-server.ts'
import { parseEnvironment } from '../env.ts'
import { caddySite } from './caddy.ts'
import { nginxSite } from './nginx.ts'
import { type ProxiedSite, proxiedSite } from './proxied-site.ts'

let folder: string
let dist: string
let database: TestDatabase
let ports: Ports
let pages: string[]
let assets: string[]
const gateways: { port: number; command: Command }[] = []

const settings = (basePath = '/') => ({
  SITE_ORIGIN: `https://localhost:${ports.https}`,
  BASE_PATH: basePath,
  TRUST_PROXY: '1',
  DIST_DIR: dist + basePath.slice(1, -1),
  DATABASE_URL: database.url,
  PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'),
  RATE_LIMITS: noLimits,
  DATA_DIR: join(folder, 'data'),
})

async function startGateway(port: number, basePath = '/'): Promise<Command> {
  const own = { PORT: String(port), PARTNERS_PORT: String(await freePort()) }
  const command = startCommand({ ...settings(basePath), ...own }, 'server/main.ts')
  await command.printed(/Ctrl-C stops everything/)
  return command
}

async function build(basePath: string): Promise<void> {
  const command = startCommand(settings(basePath), 'setup/build.mjs')
  if ((await command.ended) !== 0) throw new Error(command.output())
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxies-'))
  // Run as root, nginx has workers of another user.
  await chmod(folder, 0o755)
  dist = join(folder, 'dist')
  database = await createTestDatabase()
  ports = await freePorts()
  await build('/')
  const files = await readdir(dist, { recursive: true })
  pages = files.filter((file) => /(^|\/)index\.html$/.test(file)).map((file) => `/${file.slice(0, -'index.html'.length)}`)
  assets = files.filter((file) => /^assets\/.*\.(js|css|woff2|png|svg)$/.test(file)).map((file) => `/${file}`)
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
async function askGateway(address: string, headers: Record<string, string> = {}, port = gateways[0]?.port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: address, headers, agent: false }, (incoming) => {
      const flat = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
      buffer(incoming).then((body) => resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(flat), body }), reject)
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

/** A new client signs up from that address. */
async function signUp(server: WebServer, localAddress: string): Promise<number> {
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'a long enough password' })
  const headers = { 'content-type': 'application/json' }
  return (await server.ask('/auth/v1/signup', { method: 'POST', headers, body, localAddress })).status
}

/** What belongs to one connection (RFC 9110 §7.6.1) or request, and what a web server says of itself. */
const ownHeaders = new Set(['connection', 'keep-alive', 'date', 'server', 'alt-svc', 'via', 'x-request-id'])

function comparable({ status, headers, body }: Answer) {
  return { status, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name))), body: body.toString('base64') }
}

/** Without what depends on the server's own way to tell versions apart and to end a body. */
function withoutValidators(answer: Answer) {
  const { status, headers, body } = comparable(answer)
  const own = new Set(['etag', 'last-modified', 'accept-ranges', 'content-length', 'transfer-encoding'])
  const others = Object.entries(headers).filter(([each]) => !own.has(each))
  return { status, headers: Object.fromEntries(others.map(([each, value]) => [each, each === 'vary' ? value.toLowerCase() : value])), body }
}

/** The file that an operator gets for two gateways. */
async function shippedSite(servesFiles: boolean, basePath = '/', listeners = gateways) {
  const parsed = parseEnvironment(settings(basePath))
  if ('fault' in parsed) throw new Error(parsed.fault.join())
  return proxiedSite(parsed.ok, { aliases: [], gateways: listeners.map(({ port }) => `127.0.0.1:${port}`), servesFiles })
}

const programs = {
  nginx: (site: ProxiedSite) => startNginx(ports, (places) => nginxSite(site, places)),
  caddy: (site: ProxiedSite) => startCaddy(ports, caddySite(site)),
}

const missing = process.env.TEST_WITHOUT?.split(',') ?? []

const testedPrograms = (['nginx', 'caddy'] as const).filter((name) => !missing.includes(name)).map((name) => [name, programs[name]] as const)

describe.each(testedPrograms)('behind %s', (name, start) => {
  let server: WebServer

  beforeAll(async () => {
    server = await start(await shippedSite(false))
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
    const visitors = ['/', '/about', '/auth/v1/settings', '/healthz'].map(visit)
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

  test('while a gateway is away, what is sent to it with a body is answered by the other', async () => {
    const [gateway] = gateways
    if (!gateway) throw new Error('there is no gateway')
    gateway.command.child.kill('SIGTERM')
    await gateway.command.ended
    const statuses = await Promise.all(Array.from({ length: 8 }, (_, index) => signUp(server, `127.0.0.${10 + index}`)))
    gateway.command = await startGateway(gateway.port)
    expect(statuses).toEqual(statuses.map(() => 200))
  })
})

describe.skipIf(missing.includes('caddy'))('behind Caddy, with one gateway', () => {
  test('what is sent with a body while it is restarted waits for it', async () => {
    const [gateway] = gateways
    if (!gateway) throw new Error('there is no gateway')
    const server = await programs.caddy(await shippedSite(false, '/', [gateway]))
    onTestFinished(() => server.stop())
    gateway.command.child.kill('SIGTERM')
    await gateway.command.ended
    const sent = signUp(server, '127.0.0.1')
    gateway.command = await startGateway(gateway.port)
    expect(await sent).toBe(200)
  })
})

// nginx of Debian knows gzip only, and where it does, prefers it to Brotli.
const codings = { nginx: ['identity', 'gzip'], caddy: ['identity', 'gzip', 'br', 'zstd'] }

describe.each(testedPrograms)('%s with the files of the site', (name, start) => {
  let server: WebServer

  beforeAll(async () => {
    server = await start(await shippedSite(true))
  })

  afterAll(() => server.stop())

  test.each(codings[name])('every page and file is as the gateway answers it, header by header, with %s', async (encoding) => {
    const files = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/favicon.ico', '/favicon.svg', '/share/home.png', ...assets]
    for (const address of [...pages.flatMap((page) => [page, page.slice(0, -1) || '/']), ...files, '/nothing', '/nothing/', '/assets/nothing.js', '/assets', '/_headers', '/_headers/', '/index.html.br', '/index.html.br/']) {
      const headers = { 'accept-encoding': encoding }
      expect([address, withoutValidators(await server.ask(address, { headers }))]).toEqual([address, withoutValidators(await askGateway(address, headers))])
    }
  })

  test('a copy is asked for again by its validator, a part by its range, and each form has a validator of its own', async () => {
    const forms = await Promise.all(codings[name].map((encoding) => server.ask('/about', { headers: { 'accept-encoding': encoding } })))
    expect(new Set(forms.map(({ headers }) => headers.etag)).size).toBe(forms.length)
    const { headers, body } = await server.ask('/about')
    const copy = await server.ask('/about', { headers: { 'if-none-match': headers.etag ?? '' } })
    expect([copy.status, copy.body.length]).toEqual([304, 0])
    const part = await server.ask('/about', { headers: { range: 'bytes=2-9' } })
    expect([part.status, part.body]).toEqual([206, body.subarray(2, 10)])
  })

  test('the backend is behind it', async () => {
    expect((await server.ask('/readyz')).status).toBe(200)
    expect((await server.ask('/auth/v1/settings')).headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect((await server.ask('/functions/v1/other', { method: 'POST' })).status).toBe(404)
  })
})

describe('below a base path', () => {
  const path = '/credit/'
  let gateway: (typeof gateways)[number]

  beforeAll(async () => {
    await build(path)
    const port = await freePort()
    gateway = { port, command: await startGateway(port, path) }
  }, 120_000)

  afterAll(async () => {
    gateway.command.child.kill('SIGTERM')
    await gateway.command.ended
  })

  test.each(testedPrograms)('%s with the files of the site answers as the gateway does, inside and outside', async (_, start) => {
    const server = await start(await shippedSite(true, path, [gateway]))
    onTestFinished(() => server.stop())
    const inside = [...pages, '/about', '/legal/terms', '/robots.txt', '/nothing', '/assets', '/_headers'].map((each) => `/credit${each}`)
    for (const address of [...inside, '/credit', '/', '/about', '/creditor', '/index.html']) {
      expect([address, withoutValidators(await server.ask(address))]).toEqual([address, withoutValidators(await askGateway(address, {}, gateway.port))])
    }
    expect((await server.ask('/credit/readyz')).status).toBe(200)
    const posted = await server.ask('/credit/about', { method: 'POST', body: 'x' })
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
