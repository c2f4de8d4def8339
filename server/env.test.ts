import { expect, test } from 'vitest'
import { configured, unconfigured } from '../tests/helpers/site-configs.ts'
import { type Environment, parseEnvironment } from './env.ts'

function environmentOf(variables: Record<string, string>): Environment {
  const parsed = parseEnvironment(variables, unconfigured)
  if ('fault' in parsed) throw new Error(parsed.fault.join('\n'))
  return parsed.ok
}

function faultsOf(variables: Record<string, string>): string[] {
  const parsed = parseEnvironment(variables, unconfigured)
  return 'fault' in parsed ? parsed.fault : []
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

test.each(['https://a.test;script-src', 'https://a.test,b.test', "https://a'b.test", 'https://a_*.test', 'https://:secret@a.test', 'https://a.test/#b'])(
  'an origin names a host and nothing that a header would take for more: %s',
  (address) => {
    for (const name of ['SITE_ORIGIN', 'SUPABASE_URL']) {
      const faults = faultsOf({ SITE_STAGE: 'production', SUPABASE_PUBLISHABLE_KEY: 'key', [name]: address })
      expect(faults.some((fault) => fault.startsWith(`${name} must be an address`))).toBe(true)
    }
  },
)

test.each(['https://www.example.org', 'https://bücher.example', 'http://127.0.0.1:3000', 'http://[::1]:3000'])('%s is an origin', (address) => {
  expect(faultsOf({ SITE_STAGE: 'development', SITE_ORIGIN: address })).toEqual([])
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

test('the stand-in for the checkout has a secret of this process, unless Stripe has one, and none in production', () => {
  const { payments, standInPaymentSecret } = environmentOf({})
  expect(standInPaymentSecret).toMatch(/^whsec_.{20,}/)
  expect(payments).toMatchObject({ mode: 'test', stripeSecrets: [standInPaymentSecret] })
  const own = environmentOf({ STRIPE_WEBHOOK_SECRET: 'whsec_secret_of_stripe' })
  expect(own).toMatchObject({ standInPaymentSecret: undefined, payments: { stripeSecrets: ['whsec_secret_of_stripe'] } })
  const production = environmentOf({ SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.example.org' })
  expect(production).toMatchObject({ standInPaymentSecret: undefined, payments: { stripeSecrets: [] } })
})

test('the stand-ins have a port beside the highest one', () => {
  expect(environmentOf({ PORT: '65535' }).partnersPort).toBe(65_534)
})

test('details are purged a month after delivery unless told otherwise, and nobody is written to', () => {
  expect(environmentOf({})).toMatchObject({ purgeAfterDays: 30, teamEmail: undefined })
  expect(environmentOf({ PURGE_AFTER_DAYS: 'never', TEAM_EMAIL: "o'brien@example.org" })).toMatchObject({
    purgeAfterDays: 'never',
    teamEmail: "o'brien@example.org",
  })
  expect(faultsOf({ TEAM_EMAIL: 'the team' })).toEqual(['TEAM_EMAIL must be an e-mail address'])
  expect(faultsOf({ TEAM_WEBHOOK_URL: 'http://hooks.example.org/secret' })).toEqual([
    'TEAM_WEBHOOK_URL must be an https address, or an http address of this machine, without a user or password',
  ])
})
test('accounts are limited as the operator says', () => {
  expect(environmentOf({}).accounts).toMatchObject({
    allowedRedirects: [],
    sessionSeconds: undefined,
    inactivitySeconds: undefined,
  })
  const { accounts } = environmentOf({
    AUTH_REDIRECTS: 'https://staging.example.org/**, http://localhost:5173/',
    SESSION_HOURS: '720',
    SESSION_IDLE_HOURS: '0.5',
  })
  expect(accounts).toMatchObject({
    allowedRedirects: ['https://staging.example.org/**', 'http://localhost:5173/'],
    sessionSeconds: 2_592_000,
    inactivitySeconds: 1800,
  })
})

test.each([
  { AUTH_REDIRECTS: 'javascript:alert(1)' },
  { AUTH_REDIRECTS: 'https://a.example.org/, elsewhere' },
  { SESSION_HOURS: '0' },
  { SESSION_HOURS: '-1' },
  { SESSION_IDLE_HOURS: 'a week' },
])('%o is a fault of that variable', (variables) => {
  const [name] = Object.keys(variables)
  expect(faultsOf(variables)).toEqual([expect.stringMatching(`^${name} must be `)])
})

test('no proxy is trusted until the operator names how many there are', () => {
  expect(environmentOf({}).trustedProxies).toBeUndefined()
  expect(environmentOf({ TRUST_PROXY: '2' }).trustedProxies).toBe(2)
  for (const given of ['-1', '10', '1.5', 'true']) {
    expect(faultsOf({ TRUST_PROXY: given })).toEqual(['TRUST_PROXY must be the number of proxies in front, from 0 to 9'])
  }
})

test('limits are replaced one by one, and named by their fault', () => {
  expect(environmentOf({}).accounts.rateLimits).toEqual({})
  const limits = { refresh: { address: { times: 600, seconds: 60 } } }
  expect(environmentOf({ RATE_LIMITS: JSON.stringify(limits) }).accounts.rateLimits).toEqual(limits)
})

test.each(['{', '[]', '{"nothing":{}}', '{"refresh":{"planet":{}}}', '{"refresh":{"address":{"times":0,"seconds":1}}}'])(
  'RATE_LIMITS %s is a fault',
  (given) => {
    expect(faultsOf({ RATE_LIMITS: given })).toEqual([expect.stringMatching(/^RATE_LIMITS must be limits such as /)])
  },
)

test('the desk is closed after 15 minutes without a touch, or a minute to a day', () => {
  expect([environmentOf({}), environmentOf({ STAFF_IDLE_MINUTES: '1440' })].map(({ staffIdleMinutes }) => staffIdleMinutes)).toEqual([15, 1440])
  for (const given of ['0', '1441', '1.5', 'never']) {
    expect(faultsOf({ STAFF_IDLE_MINUTES: given })).toEqual(['STAFF_IDLE_MINUTES must be a number of minutes from 1 to 1440'])
  }
})

test('quotas are figures of the table, null for none', () => {
  const quotas = { open_enrollments_per_account: 8, rows_per_network_hour: null }
  expect(environmentOf({ QUOTAS: JSON.stringify(quotas) }).quotas).toEqual(quotas)
  expect(environmentOf({}).quotas).toEqual({})
})

test.each(['5', '[]', '{"rows":5}', '{"rows_per_request":0}', '{"rows_per_request":"5"}', '{"network_header":"x"}', '{'])(
  'QUOTAS %s is a fault',
  (given) => {
    expect(faultsOf({ QUOTAS: given })).toEqual([expect.stringMatching(/^QUOTAS must be quotas such as /)])
  },
)

test('once content or address are real, it has to be said whether this is production', () => {
  const missing = { fault: [expect.stringMatching(/^SITE_STAGE is missing: production, or development for a trial/)] }
  expect(parseEnvironment({}, configured)).toEqual(missing)
  expect(parseEnvironment({ SITE_ORIGIN: 'https://www.grace.test' }, unconfigured)).toEqual(missing)
  for (const said of [
    { SITE_STAGE: 'development' },
    { SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.grace.test' },
    { DISPUTEFOX_TAB_INFO_ID: 'one', DISPUTEFOX_COMPANY_ID: 'two' },
    { SUPABASE_URL: 'https://project.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'key' },
  ]) {
    expect([said, parseEnvironment(said, configured)]).toEqual([said, { ok: expect.anything() }])
  }
})

test.each([{}, { SITE_ORIGIN: 'http://localhost:3000' }, { HOST: '0.0.0.0' }])(
  'production with %j has no address that visitors see',
  (variables) => {
    expect(faultsOf({ SITE_STAGE: 'production', ...variables })).toEqual(['SITE_ORIGIN is missing: production needs the address that visitors see'])
  },
)

test('what a stand-in receives is marked as such', () => {
  expect(environmentOf({}).delivery).toMatchObject({ isStandIn: true })
  expect(environmentOf({ DISPUTEFOX_TAB_INFO_ID: 'a', DISPUTEFOX_COMPANY_ID: 'b' }).delivery).not.toHaveProperty('isStandIn')
})
