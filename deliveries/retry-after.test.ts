import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = new Date('2026-03-01T12:00:00Z')
const sixHoursMs = 6 * 60 * 60 * 1000

test.each([
  ['1', 1000],
  [' 120 ', 120_000],
  ['21600', sixHoursMs],
  ['21601', sixHoursMs],
  ['99999999999999999999999999', sixHoursMs],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 23:00:00 GMT', sixHoursMs],
  ['Fri, 31 Dec 9999 23:59:59 GMT', sixHoursMs],
])('%s is a delay', (header, delayMs) => {
  expect(retryAfterMs(header, now)).toBe(delayMs)
})

test.each([
  undefined,
  '',
  '0',
  '-5',
  '1.5',
  '1e3',
  '0x10',
  'soon',
  'Infinity',
  'NaN',
  '5 seconds',
  '1, 2',
  '2026-03-01T13:00:00Z',
  'Sun, 01 Mar 2026 11:59:59 GMT',
  'Sun, 99 Mar 2026 25:61:61 GMT',
  'Sun, 01 Xyz 2026 13:00:00 GMT',
])('%j says nothing', (header) => {
  expect(retryAfterMs(header, now)).toBeUndefined()
})
