import { expect, test } from 'vitest'
import { backendAddress } from './address.ts'

test('without a Supabase the site is its own backend, below its base path', () => {
  expect(backendAddress({ BASE_URL: '/some/base/' }, 'https://example.com')).toEqual({
    url: 'https://example.com/some/base',
    publishableKey: undefined,
    siteRoot: 'https://example.com/some/base/',
    sessionKey: 'sb-example/some/base-auth-token',
  })
})

test('at the root of a host the session has the name that Supabase gives it', () => {
  const address = backendAddress(
    { BASE_URL: '/', SUPABASE_URL: 'https://abcdefgh.supabase.co/', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' },
    'https://example.com',
  )
  expect(address).toEqual({
    url: 'https://abcdefgh.supabase.co',
    publishableKey: 'sb_publishable_x',
    siteRoot: 'https://example.com/',
    sessionKey: 'sb-abcdefgh-auth-token',
  })
})

test('two sites on one host keep their sessions apart', () => {
  const one = backendAddress({ BASE_URL: '/a/b/' }, 'https://example.com')
  const other = backendAddress({ BASE_URL: '/a-b/' }, 'https://example.com')
  expect(one.sessionKey).not.toBe(other.sessionKey)
})
