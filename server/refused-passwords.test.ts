import { expect, test } from 'vitest'
import { unconfigured } from '../tests/helpers/site-configs.ts'
import { parseEnvironment } from './env.ts'
import { refusedPasswordsOf } from './refused-passwords.ts'

test.each([
  ['refuse', 3000],
  ['accept', 0],
  ['', 0],
])('COMMON_PASSWORDS=%s refuses %i', async (said, count) => {
  const parsed = parseEnvironment({ COMMON_PASSWORDS: said }, unconfigured)
  if ('fault' in parsed) throw new Error(parsed.fault.join('\n'))
  expect((await refusedPasswordsOf(parsed.ok)).size).toBe(count)
})

test('another word is a fault', () => {
  expect(parseEnvironment({ COMMON_PASSWORDS: 'yes' })).toEqual({ fault: ['COMMON_PASSWORDS must be refuse or accept'] })
})
