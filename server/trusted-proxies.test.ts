import { expect, test } from 'vitest'
import { parseEnvironment } from './env.ts'
import { trustedProxiesOf } from './trusted-proxies.ts'

function proxiesFor(variables: Record<string, string>): number {
  const parsed = parseEnvironment(variables)
  if ('fault' in parsed) throw new Error(parsed.fault.join('\n'))
  return trustedProxiesOf(parsed.ok)
}

const production = { SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.example.org' }

test('an encrypted site in production does not start before the number of proxies is said, none included', () => {
  expect(() => proxiesFor(production)).toThrow(/^TRUST_PROXY is missing: /)
  for (const said of [0, 1, 2]) expect(proxiesFor({ ...production, TRUST_PROXY: String(said) })).toBe(said)
})

test.each([
  {},
  { SITE_ORIGIN: 'https://staging.example.org' },
  { ...production, SITE_ORIGIN: 'http://www.example.org' },
  { ...production, SUPABASE_URL: 'https://project.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'key' },
])('with %j nobody has to say it, and no proxy is trusted', (variables) => {
  expect(proxiesFor(variables)).toBe(0)
})
