import { expect, test } from 'vitest'
import { parseEnvironment, variableNames } from './environment.ts'

const parse = (variables: Record<string, string>) => parseEnvironment((name) => variables[name])

test('takes the secret key before the older service key', () => {
  const variables = {
    SUPABASE_URL: 'https://project.supabase.co/',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
    SUPABASE_SERVICE_ROLE_KEY: 'older',
    PERSONAL_DETAILS_KEYS: 'key',
  }
  expect(parse(variables)).toEqual({
    ok: {
      project: { supabaseUrl: 'https://project.supabase.co', serviceKey: 'sb_secret_x' },
      privateKeys: 'key',
      delivery: { mode: 'off' },
      purgeAfterDays: 30,
      teamWebhookUrl: undefined,
    },
  })
  expect(parse({ ...variables, SUPABASE_SECRET_KEYS: '' })).toMatchObject({ ok: { project: { serviceKey: 'older' } } })
  expect(parse({ ...variables, SUPABASE_SECRET_KEYS: '{}' })).toMatchObject({ ok: { project: { serviceKey: 'older' } } })
})

test('names every fault at once', () => {
  expect(parse({ SUPABASE_SECRET_KEYS: 'x', DISPUTEFOX_FIELDS: 'x' })).toEqual({
    fault: [
      'SUPABASE_URL is missing',
      'SUPABASE_SECRET_KEYS must be JSON',
      'PERSONAL_DETAILS_KEYS is missing: npm run keys -- rotate --prepare',
      'DISPUTEFOX_FIELDS must be JSON',
    ],
  })
  const keys = { PERSONAL_DETAILS_KEYS: 'key' }
  expect(parse({ SUPABASE_URL: 'https://project.supabase.co', DISPUTEFOX_COMPANY_ID: 'x', ...keys })).toEqual({
    fault: [
      'DISPUTEFOX_TAB_INFO_ID is missing: deliveries to DisputeFox need it',
      'DISPUTEFOX_REDIRECT_URL is missing: deliveries to DisputeFox need it',
      'SUPABASE_SECRET_KEYS or SUPABASE_SERVICE_ROLE_KEY is missing',
    ],
  })
})

test('knows the variables that the function may read', () => {
  expect(variableNames).toContain('SUPABASE_SECRET_KEYS')
  expect(variableNames).toContain('DISPUTEFOX_HIDDEN_FIELDS')
})
