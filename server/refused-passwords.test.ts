import { expect, test } from 'vitest'
import { parseEnvironment } from './env.ts'
import { refusedPasswordsOf } from './refused-passwords.ts'

async function refusedWith(variables: Record<string, string>): Promise<Set<string>> {
  const parsed = parseEnvironment(variables)
  if ('fault' in parsed) throw new Error(parsed.fault.join('\n'))
  return refusedPasswordsOf(parsed.ok)
}

const production = { SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.example.org' }

test('a production site does not start before it is decided whether common passwords are refused', async () => {
  await expect(refusedWith(production)).rejects.toThrow(
    'COMMON_PASSWORDS is missing: refuse turns away the 3,000 most common passwords, accept allows them.',
  )
  expect((await refusedWith({ ...production, COMMON_PASSWORDS: 'refuse' })).size).toBe(3000)
  expect((await refusedWith({ ...production, COMMON_PASSWORDS: 'accept' })).size).toBe(0)
})

test.each([{}, { ...production, SUPABASE_URL: 'https://project.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'key' }])(
  'with %j nobody has to decide it, and none is refused',
  async (variables) => {
    expect((await refusedWith(variables)).size).toBe(0)
  },
)

test('another word is a fault', () => {
  expect(parseEnvironment({ COMMON_PASSWORDS: 'yes' })).toEqual({ fault: ['COMMON_PASSWORDS must be refuse or accept'] })
})
