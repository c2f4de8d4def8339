import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressFiles } from '../../build/compress-files.ts'
import { createApp } from '../app.ts'
import { type Listener, listen } from '../http/listen.ts'
import { loadStaticSite } from './static-site.ts'

const page = `<!doctype html><title>Home</title>${'<p>words</p>'.repeat(100)}`
const lost = `<title>Lost</title>${'<p>nothing here</p>'.repeat(100)}`
const policy = "default-src 'none'"
const folders: string[] = []
const listeners: Listener[] = []

async function writeSite(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'static-'))
  folders.push(folder)
  await mkdir(path.join(folder, 'auth'))
  await mkdir(path.join(folder, 'assets'))
  const headers = [
    ['/base/*', `  Content-Security-Policy: ${policy}`],
    ['/base/auth/*', '  X-Robots-Tag: noindex'],
    ['/base/assets/*', '  Cache-Control: public, max-age=31536000, immutable'],
  ]
  const files = {
    'index.html': page,
    'auth/index.html': '<title>Auth</title>',
    '404.html': lost,
    'assets/app-123.js': 'export {}',
    '.fingerprint': 'secret',
    _headers: headers.flat().join('\n'),
  }
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(path.join(folder, name), content)))
  await compressFiles(folder)
  return folder
}

/** A gateway of the site on a port; with `isDirect` as it runs, else with all requests on the way through the app. */
async function serve(folder: string, isDirect: boolean, basePath = '/base/'): Promise<string> {
  const site = await loadStaticSite(folder, basePath)
  const app = createApp({ basePath, origin: 'http://localhost', site, log: () => undefined })
  const listener = await listen(app, '127.0.0.1', 0, 'PORT', isDirect ? { site } : {})
  listeners.push(listener)
  return listener.origin
}

afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.close()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

interface Answer {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Sends the address as it stands; `fetch` would tidy it up first. */
async function ask(origin: string, address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request(origin, { path: address, method, headers, agent: false }, resolve).once('error', reject).end()
  })
  return { status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) }
}

describe.each([
  ['directly', true],
  ['through the app', false],
])('%s', (_way, isDirect) => {
  let origin: string
  const get = (address: string, headers?: Record<string, string>, method?: string) => ask(origin, address, headers, method)

  beforeAll(async () => {
    origin = await serve(await writeSite(), isDirect)
  })

  test('serves a page with and without a slash at the end, whatever the query', async () => {
    for (const address of ['/base/auth', '/base/auth/', '/base/auth?next=/', '/base/%61uth']) {
      const { status, body } = await get(address)
      expect([status, body.toString()]).toEqual([200, '<title>Auth</title>'])
    }
    expect((await get('/base')).status).toBe(200)
  })

  test.each([
    '/base/nothing', '/', '/other/auth', '/base/%E0%A4%A', '/base/auth/../../etc/passwd', '/base/%2e%2e/x', '/base/..%2f..%2fetc/passwd',
    '/base/..%5cetc', '/base/index.html%00', '/base/index.html/', '//base/', `/base/${'x'.repeat(8000)}`, '/base/assets/', '/base/assets',
    '/base/.fingerprint', '/base/_headers', '/base/index.html.br', '/base/index.html.zst', '/base/index.html.gz',
  ])('answers %.40s with the not-found page and 404', async (address) => {
    const { status, headers, body } = await get(address, { 'if-none-match': '*', range: 'bytes=0-1' })
    expect([status, body.toString()]).toEqual([404, lost])
    expect(headers).toMatchObject({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
    expect(headers).not.toHaveProperty('etag')
  })

  test('the not-found page is compressed too, and HEAD leaves it out', async () => {
    const { headers, body } = await get('/base/nothing', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(body).toString()).toBe(lost)
    const head = await get('/base/nothing', { 'accept-encoding': 'gzip' }, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([404, 0, headers['content-length']])
  })

  test('carries the headers of the rules that match', async () => {
    const { headers } = await get('/base/')
    expect(headers).toMatchObject({ 'content-security-policy': policy, 'cache-control': 'no-cache', 'accept-ranges': 'bytes' })
    expect(headers).not.toHaveProperty('x-robots-tag')
    expect((await get('/base/auth')).headers['x-robots-tag']).toBe('noindex')
    expect((await get('/base/assets/app-123.js')).headers['cache-control']).toContain('immutable')
  })

  test('sends each form that the browser can unpack, with a strong validator of its own', async () => {
    const unpack = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
    const etags = new Set<string | undefined>()
    for (const [encoding, decompress] of Object.entries(unpack)) {
      const { headers, body } = await get('/base/', { 'accept-encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      expect(headers.vary).toBe('accept-encoding')
      expect(headers['content-length']).toBe(String(body.length))
      expect(decompress(body).toString()).toBe(page)
      expect(headers.etag).toMatch(/^"[\w-]+"$/)
      etags.add(headers.etag)
    }
    expect(etags.size).toBe(4)
  })

  test('a file that has one form does not vary; who refuses that form hears so', async () => {
    const { headers } = await get('/base/auth', { 'accept-encoding': 'br' })
    expect(headers).not.toHaveProperty('vary')
    expect(headers).not.toHaveProperty('content-encoding')
    const refused = await get('/base/auth', { 'accept-encoding': 'br, identity;q=0' })
    expect([refused.status, refused.headers['content-security-policy']]).toEqual([406, policy])
  })

  test('answers a known validator with 304, the headers that a cache needs and no body', async () => {
    const br = { 'accept-encoding': 'br' }
    const { etag = '', 'last-modified': changed = '' } = (await get('/base/', br)).headers
    for (const condition of [{ 'if-none-match': `"other", W/${etag}` }, { 'if-modified-since': changed }]) {
      const { status, headers, body } = await get('/base/', { ...br, ...condition })
      expect([status, body.length]).toEqual([304, 0])
      expect(headers).toMatchObject({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
      expect(Object.keys(headers).filter((name) => /^content-|^last-/.test(name))).toEqual([])
    }
    // The validator of one form says nothing of another.
    expect((await get('/base/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
    expect((await get('/base/', { ...br, 'if-match': '"other"' })).status).toBe(412)
  })

  test('answers a range with the bytes of the form that is sent', async () => {
    const whole = await get('/base/', { 'accept-encoding': 'br' })
    const part = await get('/base/', { 'accept-encoding': 'br', range: 'bytes=2-5' })
    expect(part.status).toBe(206)
    expect(part.body).toEqual(whole.body.subarray(2, 6))
    const range = { 'content-range': `bytes 2-5/${whole.body.length}`, 'content-length': '4', 'content-encoding': 'br' }
    expect(part.headers).toMatchObject({ ...range, etag: whole.headers.etag })
    const suffix = await get('/base/', { range: 'bytes=-4' })
    expect([suffix.status, suffix.body.toString()]).toEqual([206, '</p>'])
  })

  test('a range of another form, several ranges, and HEAD are answered with the whole', async () => {
    const { etag = '' } = (await get('/base/')).headers
    expect((await get('/base/', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get('/base/', { range: 'bytes=0-1', 'if-range': '"other"' })).body.toString()).toBe(page)
    expect((await get('/base/', { range: 'bytes=0-1,4-5' })).body.toString()).toBe(page)
    expect((await get('/base/', { range: 'bytes=0-1' }, 'HEAD')).status).toBe(200)
  })

  test('a range past the end is answered with 416 and the length', async () => {
    const { status, headers, body } = await get('/base/', { range: `bytes=${page.length}-` })
    expect([status, headers['content-range'], body.length]).toEqual([416, `bytes */${page.length}`, 0])
  })

  test('answers HEAD with the headers of the page and without the page', async () => {
    for (const encoding of ['br', 'identity']) {
      const { headers } = await get('/base/', { 'accept-encoding': encoding })
      const head = await get('/base/', { 'accept-encoding': encoding }, 'HEAD')
      expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' })
      expect([head.status, head.body.length]).toEqual([200, 0])
    }
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('refuses %s', async (method) => {
    for (const address of ['/base/', '/base/nothing']) {
      const { status, headers } = await get(address, { 'if-none-match': '*' }, method)
      expect([status, headers.allow, headers['content-security-policy']]).toEqual([405, 'GET, HEAD', policy])
    }
  })
})

test.each(['/', '/base/'])('below %s a malformed address is the not-found page, and never tidied up', async (basePath) => {
  const [direct = '', throughApp = ''] = await Promise.all([true, false].map(async (isDirect) => serve(await writeSite(), isDirect, basePath)))
  const malformed = [
    'zz%', '%', '%E0%A4%A', '%c0%ae%c0%ae/', '%00', 'auth%00', '%0a', '%2fauth', 'auth%2f', 'auth%5c', '..%5c', '\\', 'auth\\..\\',
    '.', './auth', 'auth/.', '../', 'auth/..', 'nothing/../auth', '%2e%2e/', 'nothing/%2e%2E/auth', 'rest/v1/..%2f',
  ]
  for (const address of malformed) {
    const { status, body } = await ask(direct, basePath + address)
    expect([address, status, body.toString()]).toEqual([address, 404, lost])
  }
  for (const address of ['zz%', '%00', '%2fauth']) {
    expect([address, (await ask(throughApp, basePath + address)).status]).toEqual([address, 404])
  }
  expect((await ask(direct, `${basePath}?next=%zz/../\\`)).status).toBe(200)
})

test('a body that comes with a request for a file is not waited for', async () => {
  const { port } = new URL(await serve(await writeSite(), true))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /base/auth HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\nhalf')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 [^]*connection: close/i)
})

test('a file that was edited since the build is sent as it is now', async () => {
  const folder = await writeSite()
  await writeFile(path.join(folder, 'index.html'), '<title>New</title>')
  const origin = await serve(folder, true)
  const { headers, body } = await ask(origin, '/base/', { 'accept-encoding': 'br, gzip, zstd' })
  expect([headers['content-encoding'], body.toString()]).toEqual([undefined, '<title>New</title>'])
})

test('another security policy is another validator, or caches would keep the old one', async () => {
  const folder = await writeSite()
  const before = (await ask(await serve(folder, true), '/base/')).headers.etag
  await writeFile(path.join(folder, '_headers'), "/base/*\n  Content-Security-Policy: script-src 'self'")
  expect((await ask(await serve(folder, true), '/base/')).headers.etag).not.toBe(before)
})

test('a connection goes on until the caller wants it closed', async () => {
  const { port } = new URL(await serve(await writeSite(), true))
  const talk = (sent: string[]) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(sent.join('\r\n'))
    return text(socket)
  }
  const lines = ['GET /base/auth HTTP/1.1', 'Host: localhost']
  const both = await talk([...lines, '', ...lines, 'Connection: close', '', ''])
  expect(both.match(/HTTP\/1\.1 200|connection: \S+/gi)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'Connection: close'])
  expect(await talk(['GET /base/auth HTTP/1.0', '', ''])).toContain('<title>Auth</title>')
})
