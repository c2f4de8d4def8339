import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadStaticSite } from './static-files.ts'

const page = `<!doctype html><title>Home</title>${'<p>words</p>'.repeat(100)}`
let folder: string
let app: Hono

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'static-'))
  await mkdir(path.join(folder, 'auth'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), page)
  await writeFile(path.join(folder, 'auth/index.html'), '<title>Auth</title>')
  await writeFile(path.join(folder, '404.html'), '<title>Lost</title>')
  await writeFile(path.join(folder, 'assets/app-123.js'), 'export {}')
  await writeFile(path.join(folder, '.fingerprint'), 'secret')
  const rules = [
    '/base/*',
    '  Content-Security-Policy: default-src \'none\'',
    '/base/auth/*',
    '  X-Robots-Tag: noindex',
    '/base/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
  ]
  await writeFile(path.join(folder, '_headers'), rules.join('\n'))
  const site = await loadStaticSite(folder, '/base/')
  app = new Hono()
  app.all('*', (context) => site.respond(context))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const get = (address: string, headers: Record<string, string> = {}) => app.request(address, { headers })

test('serves a page with and without a slash at the end', async () => {
  for (const address of ['/base/auth', '/base/auth/']) {
    const response = await get(address)
    expect([response.status, await response.text()]).toEqual([200, '<title>Auth</title>'])
  }
  expect((await get('/base')).status).toBe(200)
})

test('answers unknown, foreign and malformed addresses with the not-found page and 404', async () => {
  for (const address of ['/base/nothing', '/', '/other/auth', '/base/%E0%A4%A', '/base/auth/../../etc/passwd', '/base/%2e%2e/x']) {
    const response = await get(address)
    expect([address, response.status, await response.text()]).toEqual([address, 404, '<title>Lost</title>'])
  }
})

test('keeps the build\'s own files to itself', async () => {
  for (const address of ['/base/.fingerprint', '/base/_headers']) expect((await get(address)).status).toBe(404)
})

test('carries the headers of the rules that match', async () => {
  const home = await get('/base/')
  expect(home.headers.get('content-security-policy')).toBe("default-src 'none'")
  expect(home.headers.get('x-robots-tag')).toBeNull()
  expect(home.headers.get('cache-control')).toBe('no-cache')
  expect((await get('/base/auth')).headers.get('x-robots-tag')).toBe('noindex')
  expect((await get('/base/assets/app-123.js')).headers.get('cache-control')).toContain('immutable')
})

test('sends what the browser can unpack, each form with its own validator', async () => {
  const plain = await get('/base/')
  const packed = await get('/base/', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('vary')).toBe('accept-encoding')
  expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(page)
  expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  const refused = await get('/base/', { 'accept-encoding': 'br;q=0, gzip' })
  expect(refused.headers.get('content-encoding')).toBe('gzip')
})

test('answers a known validator with 304 and no body', async () => {
  const etag = (await get('/base/')).headers.get('etag') ?? ''
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await get('/base/', { 'if-none-match': header })
    expect([header, response.status, await response.text()]).toEqual([header, 304, ''])
  }
  expect((await get('/base/', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('answers HEAD with the length of the page and without the page', async () => {
  const response = await app.request('/base/', { method: 'HEAD' })
  expect([response.headers.get('content-length'), await response.text()]).toEqual([String(page.length), ''])
})
