import { expect, test } from 'vitest'
import { parseEnvironment } from './env.ts'
import { openDecisions } from './open-decisions.ts'

function decisionsOf(variables: Record<string, string>): string[] {
  const parsed = parseEnvironment(variables)
  if ('fault' in parsed) throw new Error(parsed.fault.join())
  return openDecisions(parsed.ok)
}

const production = { SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.example.org' }

test('production needs a decision about common passwords, either of the two', () => {
  expect(decisionsOf(production)).toEqual([
    'Decide about common passwords: COMMON_PASSWORDS=refuse turns away the 3,000 most common ones, accept allows them.',
  ])
  expect(decisionsOf({ ...production, COMMON_PASSWORDS: 'refuse' })).toEqual([])
  expect(decisionsOf({ ...production, COMMON_PASSWORDS: 'accept' })).toEqual([])
})

test('a demonstration needs none, nor does a site whose accounts are at Supabase', () => {
  expect(decisionsOf({})).toEqual([])
  const supabase = { SUPABASE_URL: 'https://project.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }
  expect(decisionsOf({ ...production, ...supabase })).toEqual([])
})

test('another word for it is refused', () => {
  expect(parseEnvironment({ COMMON_PASSWORDS: 'yes' })).toEqual({ fault: ['COMMON_PASSWORDS must be refuse or accept'] })
})
