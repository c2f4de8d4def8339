import { expect, test } from 'vitest'
import { caddySite } from './caddy.ts'
import { nginxSite } from './nginx.ts'
import type { ProxiedSite } from './proxied-site.ts'

const site: ProxiedSite = {
  origin: new URL('https://www.example.org'),
  basePath: '/',
  aliases: ['example.org'],
  gateways: ['127.0.0.1:3000'],
  files: undefined,
}
const own = { ...site, certificates: '/etc/own' }
const linesOf = (text: string, pattern: RegExp) => text.split('\n').flatMap((line) => (pattern.test(line) ? [line.trim()] : []))

test('certificates are fetched, unless a folder has them', () => {
  expect(linesOf(caddySite(site), /^\s*tls /)).toEqual([])
  expect(new Set(linesOf(nginxSite(site), /ssl_certificate/))).toEqual(
    new Set([
      'ssl_certificate /etc/letsencrypt/live/www.example.org/fullchain.pem;',
      'ssl_certificate_key /etc/letsencrypt/live/www.example.org/privkey.pem;',
    ]),
  )
})

test('a folder of certificates is for every name', () => {
  const line = 'tls /etc/own/fullchain.pem /etc/own/privkey.pem'
  expect(linesOf(caddySite(own), /^\s*tls /)).toEqual([line, line])
  const both = ['ssl_certificate /etc/own/fullchain.pem;', 'ssl_certificate_key /etc/own/privkey.pem;']
  expect(linesOf(nginxSite(own), /ssl_certificate/)).toEqual([...both, ...both])
})
