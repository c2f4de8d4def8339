import { expect, test } from 'vitest'
import { unconfigured } from '../tests/helpers/site-configs.ts'
import { parseEnvironment } from './env.ts'
import { describeStart } from './report.ts'

function started(variables: Record<string, string>): string {
  const parsed = parseEnvironment(variables, unconfigured)
  if ('fault' in parsed) throw new Error(parsed.fault.join('; '))
  return describeStart(parsed.ok, { site: 'http://127.0.0.1:3000', partners: undefined })
}

const warning = 'to the stand-in of this machine: nothing reaches DisputeFox'
const ownDatabase = { DATABASE_URL: 'postgres://ruth@127.0.0.1/clients' }

test('it names the address of the site, and its own where another program stands in front', () => {
  expect(started({})).toMatch(/^Site +http:\/\/127\.0\.0\.1:3000\/$/m)
  const behindProxy = started({ SITE_ORIGIN: 'https://x.example.org', SITE_STAGE: 'development', BASE_PATH: '/credit/' })
  expect(behindProxy).toMatch(/^Site +https:\/\/x\.example\.org\/credit\/ \(behind it, this gateway on http:\/\/127\.0\.0\.1:3000\)$/m)
})

test('it warns where real clients would go to the stand-in', () => {
  expect(started(ownDatabase)).toContain(warning)
  expect(started({ SITE_ORIGIN: 'https://x.example.org', SITE_STAGE: 'development' })).toContain(warning)
})

test('a demonstration, and a destination that was chosen, are no reason to warn', () => {
  expect(started({})).not.toContain(warning)
  expect(started({ ...ownDatabase, SITE_STAGE: 'production', SITE_ORIGIN: 'https://x.example.org' })).not.toContain(warning)
  expect(started({ ...ownDatabase, DISPUTEFOX_TAB_INFO_ID: 'a', DISPUTEFOX_COMPANY_ID: 'b' })).not.toContain(warning)
})
