import { mkdtemp, chmod, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { type Alter, type AlteringProxy, openAlteringProxy, openServer } from '../../../tests/helpers/altering-proxy.ts'
import { type Command, startCommand } from '../../../tests/helpers/command.ts'
import { noLimits } from '../../../tests/helpers/no-limits.ts'
import { freePort } from '../../../tests/helpers/ports.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/postgres.ts'
import { freePorts, type Ports, startCaddy, startNginx } from '../../../tests/helpers/web-server.ts'
import { parseEnvironment } from '../../env.ts'
import { caddySite } from '../../proxies/caddy.ts'
import { nginxSite } from '../../proxies/nginx.ts'
import { proxiedSite } from '../../proxies/proxied-site.ts'
import { checkFrame } from './frame.ts'
import { lookFromOutside } from './look-from-outside.ts'
import { readPage } from './page.ts'
import { checkCertificate } from './transport.ts'

// The real gateway with the built site, below a base path, behind real web servers and behind one that breaks things.

let folder: string
let database: TestDatabase
let ports: Ports
let variables: Record<string, string>
let gateway: Command
let site: URL

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outside-'))
  // Run as root, nginx has workers of another user.
  await chmod(folder, 0o755)
  database = await createTestDatabase()
  ports = await freePorts()
  site = new URL(`https://localhost:${ports.https}/credit/`)
  variables = {
    SITE_ORIGIN: site.origin,
    BASE_PATH: site.pathname,
    PORT: String(await freePort()),
    PARTNERS_PORT: String(await freePort()),
    SITE_STAGE: 'development',
    TRUST_PROXY: '1',
    DIST_DIR: path.join(folder, 'dist'),
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.url,
    PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'),
    RATE_LIMITS: noLimits,
  }
  const build = startCommand(variables, 'setup/build-if-stale.mjs')
  if ((await build.ended) !== 0) throw new Error(build.output())
  gateway = startCommand(variables, 'server/main.ts')
  await gateway.printed(/Ctrl-C stops everything/)
}, 300_000)
afterAll(async () => {
  gateway?.child.kill('SIGTERM')
  await gateway?.ended
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const missing = process.env.TEST_WITHOUT?.split(',') ?? []

describe.each(['nginx', 'caddy'].filter((name) => !missing.includes(name)))('behind %s', (name) => {
  test.each([false, true])('all is well, whether it serves the files itself (%s)', async (servesFiles) => {
    const parsed = parseEnvironment(variables)
    if ('fault' in parsed) throw new Error(parsed.fault.join())
    const proxied = await proxiedSite(parsed.ok, { aliases: [], gateways: [], servesFiles })
    const server = await (name === 'nginx' ? startNginx(ports, (places) => nginxSite(proxied, places)) : startCaddy(ports, caddySite(proxied)))
    onTestFinished(() => server.stop())
    const checks = await lookFromOutside(site, { authority: server.authority, plainPort: ports.http })
    // Caddy believes that its unusual ports are forwarded from the usual ones.
    const odd = `http://localhost:${ports.http}/credit/ leads to https://localhost/credit/ first`
    expect(checks.filter(({ result }) => result !== 'ok')).toEqual(name === 'caddy' ? [{ name: 'Redirect', result: 'warning', detail: odd }] : [])
    expect(checks.map((check) => check.name)).toEqual([
      'Site', 'Certificate', 'Redirect', 'Strict transport', 'Headers', 'Policy', 'Canonical', 'Base path', 'Missing page', 'Pages', 'Files', 'Contact form',
      'Backend', 'Function', 'Mail links',
    ])
    expect((await lookFromOutside(site)).filter(({ result }) => result !== 'ok')).toEqual([
      { name: 'Site', result: 'fault', detail: expect.stringMatching(/^browsers refuse its certificate \((DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+)\)$/) },
    ])
    // As an operator runs it.
    const file = path.join(folder, 'authority.pem')
    await writeFile(file, server.authority)
    const command = startCommand({ NODE_EXTRA_CA_CERTS: file }, 'server/commands/doctor.ts', undefined, ['--url', site.href, '--json'])
    expect(await command.ended).toBe(0)
    expect(JSON.parse(command.output()).result).toBe('ok')
  })
})

const firstPage = '/credit/'
const edit = (from: string | RegExp, to: string, onlyAt = firstPage): Alter => (answer, asked) => {
  if (asked === onlyAt) answer.body = Buffer.from(answer.body.toString().replaceAll(from, to))
}
const header = (name: string, value?: string): Alter => ({ headers }) => {
  delete headers[name]
  if (value !== undefined) headers[name] = value
}
const at = (place: RegExp, change: (answer: Parameters<Alter>[0]) => void): Alter => (answer, asked) => {
  if (place.test(asked)) change(answer)
}
const status = (place: RegExp, code: number): Alter => at(place, (answer) => (answer.status = code))

describe('what is broken is named', () => {
  let proxy: AlteringProxy

  beforeAll(async () => {
    proxy = await openAlteringProxy(ports.https, Number(variables.PORT))
  })
  afterAll(() => proxy.close())

  const cases: [what: string, alter: Alter, line: RegExp][] = [
    ['a host that sends no headers of _headers', header('content-security-policy'), /^fault Policy there is no Content-Security-Policy/],
    ['a policy of somebody else', header('content-security-policy', "default-src 'none'; script-src 'self' 'unsafe-inline'"), /^fault Policy it has 'unsafe-inline'/],
    ['a weaker policy', (answer) => (answer.headers['content-security-policy'] = answer.headers['content-security-policy']?.replace("base-uri 'none'", "base-uri 'self'") ?? ''), /^warning Policy other than in _headers: base-uri$/],
    ['a service that puts a script into pages', edit('</body>', '<script>alert(1)</script></body>'), /^fault Policy it forbids a script or style/],
    ['no nosniff', header('x-content-type-options'), /^warning Headers missing or different: x-content-type-options/],
    ['headers for existing pages alone', at(/nothing/, ({ headers }) => delete headers['content-security-policy']), /^warning Headers pages that do not exist/],
    ['no HSTS', header('strict-transport-security', 'max-age=60'), /^warning Strict transport /],
    ['a build for another address', edit('<link rel="canonical" href="https://', '<link rel="canonical" href="http://'), /^fault Canonical the site was built for http:\/\/localhost/],
    ['no site of ours', edit(/<link rel="canonical"[^>]*>/g, ''), /^fault Canonical the page names no canonical address/],
    ['links that leave the base path', edit('href="/credit/about"', 'href="/about"'), /^fault Base path \/about is not below \/credit\//],
    ['a host for single-page applications', status(/nothing/, 200), /^fault Missing page https:.* answers 200 instead of 404$/],
    ["the host's own page for errors", at(/nothing/, (answer) => (answer.body = Buffer.from('<h1>Not Found</h1>'))), /^warning Missing page .*not the site's own page/],
    ['a page that is not there', status(/legal\/terms/, 404), /^fault Pages https:.*\/credit\/legal\/terms\/? answers 404$/],
    ['a redirect for each page', at(/about$/, (answer) => Object.assign(answer, { status: 301, headers: { location: '/credit/about/' } })), /^warning Pages https:.*about leads to \/credit\/about\/ first/],
    ['a site map of another site', edit('https://localhost', 'https://other.example', '/credit/sitemap.xml'), /^fault Pages sitemap\.xml lists https:\/\/other\.example/],
    ['pages and files of two builds', status(/\/assets\//, 404), /^fault Files \/credit\/assets\/\S+ answers 404: pages and files are from different builds$/],
    ['a wrong type of files', at(/\.(js|css)$/, ({ headers }) => (headers['content-type'] = 'text/plain')), /^fault Files \S+ comes as text\/plain/],
    ['files that are not kept', at(/\/assets\//, ({ headers }) => (headers['cache-control'] = 'max-age=600')), /^warning Files \S+ is kept for 600 seconds only/],
    ['files that are not compressed', at(/\/assets\//, (answer) => {
      delete answer.headers['content-encoding']
      answer.body = Buffer.alloc(5_000, 'a')
    }), /^warning Files \S+ is not compressed$/],
    ['a contact form of the site itself', edit(/(<iframe[^>]* src=")[^"]*/g, '$1/credit/form'), /^fault Contact form its origin is the site's own/],
    ['a contact form that the policy forbids', (answer) => (answer.headers['content-security-policy'] = answer.headers['content-security-policy']?.replace(/frame-src [^;]*/, 'frame-src https://other.example') ?? ''), /^fault Contact form the policy does not allow a frame of http:\/\/127\.0\.0\.1:\d+$/],
    ['a gateway that is not ready', status(/readyz/, 503), /^fault Backend readyz answers 503: clients can save nothing/],
    ['no gateway', status(/readyz/, 404), /^fault Backend readyz answers 404: the gateway is not behind this address$/],
    ['no function', status(/functions/, 404), /^fault Function submit-to-disputefox is not there/],
    ['a function that pages may not call', header('access-control-allow-origin'), /^fault Function submit-to-disputefox answers 204 and does not let pages of https:\/\/localhost:\d+ call it$/],
    ['a platform that looks at tokens first', at(/functions/, (answer) => (answer.body = Buffer.from('{"msg":"Missing authorization header"}'))), /^fault Function submit-to-disputefox answers 401 to nobody: is verify_jwt off/],
    ['e-mails that lead elsewhere', at(/verify/, ({ headers }) => (headers.location = 'http://localhost:3000/#error=x')), /^fault Mail links they lead to http:\/\/localhost:3000\/: set SITE_ORIGIN and BASE_PATH of the gateway$/],
    ['a page that no e-mail may lead to', at(/verify.*redirect_to/, ({ headers }) => (headers.location = `${site.href}#error=x`)), /^fault Mail links they may not lead to https:.*\/credit\/auth: allow https:.*\/credit\/\*\*/],
    ['a first page that is elsewhere', at(/^\/credit\/$/, (answer) => Object.assign(answer, { status: 302, headers: { location: 'https://other.example/' } })), /^fault Site https:.* leads to https:\/\/other\.example\/: look at that address$/],
    ['a first page that is none', status(/^\/credit\/$/, 500), /^fault Site https:.* answers 500 with text\/html/],
  ]

  test.each(cases)('%s', async (_, alter, line) => {
    proxy.alter(alter)
    const checks = await lookFromOutside(site, { authority: proxy.authority })
    const lines = checks.map(({ name, result, detail }) => `${result} ${name} ${detail}`)
    expect(lines).toContainEqual(expect.stringMatching(line))
  })

  test('what a hostile page says controls no terminal', async () => {
    proxy.alter(edit(/<link rel="canonical" href="[^"]*/g, `<link rel="canonical" href="\u001b]0;gone\u0007${'x'.repeat(5_000)}`))
    const [canonical] = (await lookFromOutside(site, { authority: proxy.authority })).filter(({ name }) => name === 'Canonical')
    expect(canonical?.detail).toMatch(/^the site was built for /)
    expect(canonical?.detail).not.toMatch(/\p{Cc}/u)
    expect(canonical?.detail.length).toBeLessThanOrEqual(300)
  })
})

const nobody = () => Promise.reject(new Error('nobody is asked'))

test('a contact form of the machine that built the site is a fault for visitors', async () => {
  const seen = { url: new URL('https://www.example.org/'), page: readPage('<iframe src="http://127.0.0.1:3001/contact"></iframe>') }
  const answer = { url: seen.url, status: 200, headers: {}, body: '' }
  expect(await checkFrame({ ...seen, ask: nobody, home: answer, policy: new Map(), plainPort: 80, now: new Date() })).toMatchObject({
    result: 'fault',
    detail: expect.stringMatching(/^it is the stand-in of the machine that built the site/),
  })
})

test.each([
  [80, 'ok', /^valid, 80 of 90 days left$/],
  [14, 'warning', /^14 of 90 days left: it should have been renewed$/],
  [6, 'fault', /^6 of 90 days left: it is not renewed$/],
])('a certificate with %i of 90 days is %s', (left, result, detail) => {
  const now = new Date()
  const dayMs = 86_400_000
  const certificate = { from: new Date(Number(now) - (90 - left) * dayMs), to: new Date(Number(now) + left * dayMs) }
  const url = new URL('https://www.example.org/')
  const home = { url, status: 200, headers: {}, body: '', certificate }
  expect(checkCertificate({ url, home, page: readPage(''), policy: new Map(), ask: nobody, plainPort: 80, now })).toEqual({ name: 'Certificate', result, detail: expect.stringMatching(detail) })
})

test('a site without encryption, and one that cannot be reached, are faults', async () => {
  const plain = await lookFromOutside(new URL(`http://127.0.0.1:${variables.PORT}/credit`))
  expect(plain).toContainEqual({ name: 'Certificate', result: 'fault', detail: expect.stringContaining('is not encrypted') })
  expect(await lookFromOutside(new URL(`https://localhost:${await freePort()}/`))).toEqual([
    { name: 'Site', result: 'fault', detail: expect.stringMatching(/cannot be reached \(ECONNREFUSED\)$/) },
  ])
})

test('an answer without an end is cut off, and one that never comes is not waited for', async () => {
  const endless = await openServer((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html' })
    const more = () => {
      while (outgoing.write('<script<link '.repeat(5_000)));
      outgoing.once('drain', more)
    }
    more()
  })
  const checks = await lookFromOutside(new URL(`http://127.0.0.1:${endless.port}/`))
  expect(checks).toContainEqual({ name: 'Canonical', result: 'fault', detail: expect.stringContaining('names no canonical address') })
  await endless.close()
  const silent = await openServer(() => undefined)
  expect(await lookFromOutside(new URL(`http://127.0.0.1:${silent.port}/`), { limitMs: 500 })).toEqual([
    { name: 'Site', result: 'fault', detail: expect.stringContaining('cannot be reached (') },
  ])
  await silent.close()
})
