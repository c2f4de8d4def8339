import { expect, test } from 'vitest'
import { type Environment, parseEnvironment } from './env.ts'

function environmentOf(variables: Record<string, string>): Environment {
  const parsed = parseEnvironment(variables)
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'))
  return parsed.environment
}

function faultsOf(variables: Record<string, string>): string[] {
  const parsed = parseEnvironment(variables)
  return 'faults' in parsed ? parsed.faults : []
}

test('without any variable it is a complete demonstration on this machine', () => {
  const { host, port, partnersPort, databaseUrl, site, delivery } = environmentOf({})
  expect({ host, port, partnersPort, databaseUrl }).toEqual({
    host: '127.0.0.1',
    port: 3000,
    partnersPort: 3001,
    databaseUrl: undefined,
  })
  expect(site).toMatchObject({ basePath: '/', origin: 'http://127.0.0.1:3000', partnersOrigin: 'http://127.0.0.1:3001' })
  expect(delivery).toMatchObject({ mode: 'webform', url: expect.stringContaining('http://127.0.0.1:3001/disputefox/') })
})

test('an empty variable counts as unset', () => {
  expect(environmentOf({ PORT: '', DATABASE_URL: '', BASE_PATH: '' })).toEqual(environmentOf({}))
})

test.each([
  ['', '/'],
  ['/', '/'],
  ['credit', '/credit/'],
  ['/credit', '/credit/'],
  ['some/base/', '/some/base/'],
])('the base path %j becomes %j', (given, expected) => {
  expect(environmentOf({ BASE_PATH: given }).site.basePath).toBe(expected)
})

test('every fault is named at once', () => {
  const faults = faultsOf({
    PORT: '99999',
    BASE_PATH: '/a b/',
    DATABASE_URL: 'mysql://x',
    SITE_STAGE: 'live',
    SITE_ORIGIN: 'https://example.org/path',
    SUPABASE_URL: 'https://project.supabase.co',
    DISPUTEFOX_TAB_INFO_ID: 'only-one-of-two',
  })
  const names = ['PORT', 'BASE_PATH', 'DATABASE_URL', 'SITE_STAGE', 'SITE_ORIGIN', 'SUPABASE_PUBLISHABLE_KEY', 'DISPUTEFOX_COMPANY_ID']
  const named = names.filter((name) => faults.some((fault) => fault.startsWith(`${name} `)))
  expect([named, faults.length]).toEqual([names, names.length])
})

test('a fault does not repeat a value, which may be a secret', () => {
  expect(faultsOf({ DATABASE_URL: 'mysql://user:hunter2@host/db' }).join()).not.toContain('hunter2')
})

test('production has no stand-ins, and says so where the dispute system is not configured', () => {
  const { partnersPort, site, delivery } = environmentOf({ SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.example.org' })
  expect(partnersPort).toBeUndefined()
  expect(site.partnersOrigin).toBeUndefined()
  expect(delivery.mode).toBe('off')
})

test.each(['/..', '.', '/a/../b', '/a//b', '/a?b'])('the base path %j is refused', (given) => {
  expect(faultsOf({ BASE_PATH: given })).toEqual(['BASE_PATH must be a path such as /credit/'])
})

test('a long base path is checked in a moment', () => {
  expect(faultsOf({ BASE_PATH: `/${'second-mile-'.repeat(20)}/?` })).toHaveLength(1)
})

test('a password with special characters is refused without being shown', () => {
  const faults = faultsOf({ DATABASE_URL: 'postgres://site:hunter2#top@127.0.0.1:5/db' })
  expect(faults.join()).toMatch(/^DATABASE_URL must be .* percent-encoded$/)
  expect(faults.join()).not.toContain('hunter2')
})

test('the stand-ins have a port beside the highest one', () => {
  expect(environmentOf({ PORT: '65535' }).partnersPort).toBe(65_534)
})
