import { expect, test } from 'vitest'
import { lengthText, momentText } from './today.ts'

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 minute'],
  [3599, '59 minutes'],
  [3600, '1 hour'],
  [86_399, '23 hours'],
  [86_400, '1 day'],
  [200_000, '2 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(lengthText(seconds)).toBe(text)
})

test('of today the time is enough', () => {
  const now = new Date(2031, 2, 4, 17, 30)
  expect(momentText(new Date(2031, 2, 4, 9, 5), now)).toMatch(/^today at 9:05/)
  expect(momentText(new Date(2031, 2, 3, 9, 5), now)).toMatch(/^on March 3, 2031/)
})
