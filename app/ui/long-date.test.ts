import { expect, test } from 'vitest'
import { longDate, longDateOf } from './long-date.ts'

test('a date is written out in American English', () => {
  expect(longDate(new Date(2031, 2, 4))).toBe('March 4, 2031')
  expect(longDate(new Date(2031, 2, 4, 23, 59))).toBe('March 4, 2031')
})

test('a day of the calendar stays that day in every time zone', () => {
  expect(longDateOf('2025-10-15')).toBe('October 15, 2025')
  expect(longDateOf('2025-01-05')).toBe('January 5, 2025')
})
