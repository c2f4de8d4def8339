import { expect, test } from 'vitest'
import { allowedRedirect, faultParameters, withFragment, withQuery } from './redirects.ts'

const settings = {
  siteUrl: 'https://www.example.org/base/',
  allowedRedirects: ['https://*.example.net/**', 'https://app.example.com/done', 'http://localhost:3000/**/page'],
}

test.each([
  'https://www.example.org/base/',
  'https://www.example.org/base',
  'https://www.example.org/base/auth?next=%2Fx#there',
  'https://team.example.net/',
  'https://team.example.net/some/page?a=b',
  'https://app.example.com/done',
  'http://localhost:3000/a/b/page',
])('a link may lead to %s', (address) => {
  expect(allowedRedirect(settings, address)).toBe(new URL(address).href)
})

test.each([
  '',
  '/base/auth',
  '//evil.example',
  'https:evil.example',
  String.raw`https:\\evil.example`,
  String.raw`https://www.example.org\@evil.example/base/`,
  'https://evil.example/base/',
  'https://evil.example/https://www.example.org/base/',
  'https://www.example.org.evil.example/base/',
  'https://www.example.org@evil.example/base/',
  'https://user:secret@www.example.org/base/',
  'https://www.example.org:8443/base/',
  'http://www.example.org/base/',
  'https://www.example.org/',
  'https://www.example.org/basement',
  'https://www.example.org/base/../other',
  'https://www.example.org/base/%2e%2e/other',
  'https://www.examp\u{2044}e.org/base/',
  'https://www.example.org/base/\r\nset-cookie: a=b',
  '\thttps://www.example.org/base/',
  'javascript:alert(1)',
  'javascript://www.example.org/base/%0aalert(1)',
  'data:text/html,hello',
  'https://a.b.example.net/',
  'https://evil.example/?x.example.net/',
  'https://evil.example#.example.net/',
  'https://app.example.com/done/more',
  'https://app.example.com/done?more',
  'http://localhost:3001/a/page',
  'https://2130706433/base/',
])('a link never leads to %j', (address) => {
  expect(allowedRedirect(settings, address)).toBeUndefined()
})

test('what is added to an address replaces its fragment and keeps its query', () => {
  expect(withFragment('https://a.example/b?c=d#e', { f: 'g h' })).toBe('https://a.example/b?c=d#f=g+h&sb=')
  expect(withQuery('https://a.example/b?c=d', { code: 'x&y' })).toBe('https://a.example/b?c=d&code=x%26y')
})

test('a fault is written as OAuth parameters', () => {
  expect(faultParameters({ status: 403, code: 'otp_expired', message: 'Too late' })).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Too late',
  })
})
