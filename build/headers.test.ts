import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { headersFor, parseHeaderRules } from '../server/static/header-rules.ts'
import type { SiteSettings } from './site-settings.ts'
import { headersFile, inlineHashes } from './headers.ts'

const settings: SiteSettings = {
  basePath: '/some/base/',
  origin: 'https://www.example.org',
  stage: 'development',
  supabase: { url: 'https://project.supabase.test/', publishableKey: 'key' },
  outDir: '/nowhere',
}

const page = (path: string | undefined, head = '', body = '') => ({
  path,
  html: `<!doctype html><head><script type="module" src="/a.js"></script><style>p{}</style>${head}</head>${body}`,
})
const hidden = '<meta name="robots" content="noindex"/>'
const pages = [page('/'), page('/auth', hidden, '<script>replay()</script><script type="application/ld+json">{}</script>'), page(undefined, hidden)]
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const rules = parseHeaderRules(headersFile(settings, pages, 'https://forms.test'))
const headers = (address: string) => headersFor(rules, address)

test('inline scripts and styles are allowed by their hash, files by their origin, data blocks need no leave', () => {
  expect(inlineHashes(pages, 'script')).toEqual([sha256('replay()')])
  expect(inlineHashes(pages, 'style')).toEqual([sha256('p{}')])
})

test('the policy allows what the site needs and nothing else', () => {
  expect(headers('/some/base/')['content-security-policy']?.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' ${sha256('replay()')}`,
    `style-src 'self' ${sha256('p{}')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self' https://project.supabase.test",
    'frame-src https://forms.test',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
})

test('pages that ask not to be indexed say so in a header too, with and without a slash at the end', () => {
  expect(headers('/some/base/auth')['x-robots-tag']).toBe('noindex')
  expect(headers('/some/base/auth/')['x-robots-tag']).toBe('noindex')
  expect(headers('/some/base/')['x-robots-tag']).toBeUndefined()
})

const directivesOf = (address: string) => {
  const directives = (headers(address)['content-security-policy'] ?? '').split('; ')
  return new Map(directives.map((each): [string, string[]] => [each.split(' ')[0] ?? '', each.split(' ').slice(1)]))
}

test('the desk has a policy of its own, which allows nothing that is not allowed elsewhere', () => {
  const [everywhere, desk] = [directivesOf('/some/base/'), directivesOf('/some/base/desk')]
  expect(directivesOf('/some/base/desk/')).toEqual(desk)
  expect(headers('/some/base/desk')['x-robots-tag']).toBe('noindex')
  expect(desk.get('script-src')).toEqual(["'self'"])
  expect(desk.get('style-src')).toEqual(["'self'"])
  expect(desk.get('connect-src')).toEqual(["'self'", 'https://project.supabase.test'])
  expect(desk.get('trusted-types')).toEqual(["'none'"])
  for (const [name, allowed] of desk) {
    const elsewhere = everywhere.get(name)
    expect(allowed.filter((source) => source !== "'none'" && !elsewhere?.includes(source))).toEqual([])
  }
  expect(desk.get('default-src')).toEqual(["'none'"])
})

test('files with a hash in their name are kept for good, pages are not', () => {
  expect(headers('/some/base/assets/index-abc.js')['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers('/some/base/auth/')['cache-control']).toBe('no-cache')
})

test('the rules apply below the base path only', () => {
  expect(headers('/elsewhere')).toEqual({ 'cache-control': 'no-cache' })
})

test('encrypted origins stay encrypted', () => {
  expect(headers('/some/base/')['strict-transport-security']).toBe('max-age=31536000')
  const plain = parseHeaderRules(headersFile({ ...settings, origin: 'http://127.0.0.1:3000' }, pages, 'https://forms.test'))
  expect(headersFor(plain, '/some/base/')['strict-transport-security']).toBeUndefined()
})
