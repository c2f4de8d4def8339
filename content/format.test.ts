import { expect, test } from 'vitest'
import { capitalized, formatUsd, inWords, listText, longDate, longDateOf, rangeText } from './format.ts'

test('whole dollars carry no cents', () => {
  expect(formatUsd(25_00)).toBe('$25')
  expect(formatUsd(1_250_00)).toBe('$1,250')
  expect(formatUsd(1_234_567_00)).toBe('$1,234,567')
  expect(formatUsd(0)).toBe('$0')
})

test('a broken amount carries two digits of cents', () => {
  expect(formatUsd(25_50)).toBe('$25.50')
  expect(formatUsd(1_250_05)).toBe('$1,250.05')
})

test('a date is written out in American English', () => {
  expect(longDate(new Date(2031, 2, 4))).toBe('March 4, 2031')
  expect(longDate(new Date(2031, 2, 4, 23, 59))).toBe('March 4, 2031')
})

test('a day of the calendar stays that day in every time zone', () => {
  expect(longDateOf('2025-10-15')).toBe('October 15, 2025')
  expect(longDateOf('2025-01-05')).toBe('January 5, 2025')
})

test('a count is a word up to twelve, and digits beyond', () => {
  expect([0, 6, 12, 13].map(inWords)).toEqual(['zero', 'six', 'twelve', '13'])
  expect(capitalized(inWords(6))).toBe('Six')
})

test('a list is joined as people say it, a range by its ends', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listText)).toEqual(['', 'a', 'a and b', 'a, b, and c'])
  expect(rangeText({ from: 24, to: 48 })).toBe('24-48')
})
