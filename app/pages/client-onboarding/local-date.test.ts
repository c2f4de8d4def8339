import { expect, test } from 'vitest'
import { localDate } from './local-date.ts'

test('a date is written as a date control writes it, by the calendar of the place', () => {
  expect(localDate(new Date(2031, 2, 4, 0, 0, 1))).toBe('2031-03-04')
  expect(localDate(new Date(2031, 11, 31, 23, 59, 59))).toBe('2031-12-31')
})
