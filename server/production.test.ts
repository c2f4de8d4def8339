import { expect, test } from 'vitest'
import { unconfigured } from '../tests/helpers/site-configs.ts'
import { type Environment, parseEnvironment } from './env.ts'
import { checkProduction, missingSettings } from './production.ts'

function environmentOf(variables: Record<string, string>): Environment {
  const parsed = parseEnvironment(variables, unconfigured)
  if ('fault' in parsed) throw new Error(parsed.fault.join('\n'))
  return parsed.ok
}

const ready = {
  SITE_STAGE: 'production',
  SITE_ORIGIN: 'https://www.grace.test',
  TRUST_PROXY: '1',
  COMMON_PASSWORDS: 'refuse',
  SMTP_URL: 'smtps://user:secret@smtp.grace.test',
  DISPUTEFOX_TAB_INFO_ID: 'one',
  DISPUTEFOX_COMPANY_ID: 'two',
  BACKUP_EVERY: '24h',
}

test('with everything said there is nothing to say', async () => {
  expect(missingSettings(environmentOf(ready))).toEqual([])
  await expect(checkProduction(environmentOf(ready))).resolves.toBeUndefined()
})

test.each([
  [{ SITE_ORIGIN: 'http://www.grace.test' }, /^SITE_ORIGIN is not encrypted.*PRODUCTION_WITHOUT=https$/],
  [{ SMTP_URL: '' }, /^SMTP_URL is missing.*PRODUCTION_WITHOUT=mail$/],
  [{ DISPUTEFOX_TAB_INFO_ID: '', DISPUTEFOX_COMPANY_ID: '' }, /^DISPUTEFOX_ or DELIVERY_WEBHOOK_.*PRODUCTION_WITHOUT=destination$/],
  [{ BACKUP_EVERY: '' }, /^BACKUP_EVERY is missing.*PRODUCTION_WITHOUT=backups$/],
  [{ TRUST_PROXY: '' }, /^TRUST_PROXY is missing: what encrypts https:\/\/www\.grace\.test/],
  [{ COMMON_PASSWORDS: '' }, /^COMMON_PASSWORDS is missing: refuse turns away the 3,000 /],
  [{ DISPUTEFOX_URL: 'http://localhost:4000/form' }, /^DISPUTEFOX_URL leads to this machine/],
])('without %j production does not start', async (change, sentence) => {
  const environment = environmentOf({ ...ready, ...change })
  expect(missingSettings(environment)).toEqual([expect.stringMatching(sentence)])
  await expect(checkProduction(environment)).rejects.toThrow(/^Not ready for production:\n {2}/)
})

test('payments of clients would be refused in test mode', () => {
  const environment = environmentOf({ ...ready, STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef', STRIPE_MODE: 'test' })
  expect(missingSettings(environment)).toEqual(['STRIPE_MODE is test: payments of clients would be refused. It has to be live.'])
})

test('everything that is missing is named at once', () => {
  const { SITE_STAGE, SITE_ORIGIN } = ready
  expect(missingSettings(environmentOf({ SITE_STAGE, SITE_ORIGIN }))).toHaveLength(5)
})

test('what the operator goes on without is not asked for', () => {
  const { SITE_STAGE, COMMON_PASSWORDS } = ready
  const bare = { SITE_STAGE, COMMON_PASSWORDS, SITE_ORIGIN: 'http://www.grace.test' }
  expect(missingSettings(environmentOf({ ...bare, PRODUCTION_WITHOUT: 'https, mail,destination,backups' }))).toEqual([])
  expect(parseEnvironment({ PRODUCTION_WITHOUT: 'mail,brakes' })).toEqual({
    fault: [expect.stringMatching(/^PRODUCTION_WITHOUT.* must be some of backups, /)],
  })
})

test.each([{}, { ...ready, SMTP_URL: '', SUPABASE_URL: 'https://project.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'key' }])(
  'with %j nothing is demanded',
  async (variables) => {
    await expect(checkProduction(environmentOf(variables))).resolves.toBeUndefined()
  },
)
