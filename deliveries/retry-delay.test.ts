import { expect, test } from 'vitest'
import { maxDelayMs, maxAttempts, retryAfterMs, retryDelayMs } from './retry-delay.ts'

const most = () => 1 - Number.EPSILON

test('ceilings double from 30 seconds to 6 hours, and end after the twelfth attempt', () => {
  const ceilings = Array.from({ length: maxAttempts }, (_, index) => retryDelayMs(index + 1, most))
  expect(ceilings.map((delayMs) => delayMs && delayMs / 1000)).toEqual([
    30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, undefined,
  ])
})

test('every random number gives a delay from nothing to the ceiling', () => {
  for (let attempts = 1; attempts < maxAttempts; attempts += 1) {
    const ceilingMs = retryDelayMs(attempts, most) ?? 0
    for (let run = 0; run < 1000; run += 1) {
      const delayMs = retryDelayMs(attempts, Math.random) ?? -1
      expect(delayMs).toBeGreaterThanOrEqual(0)
      expect(delayMs).toBeLessThanOrEqual(ceilingMs)
    }
    expect(retryDelayMs(attempts, () => 0)).toBe(0)
    expect(ceilingMs).toBeLessThanOrEqual(maxDelayMs)
  }
})

test('deliveries that failed together do not return together', () => {
  const delays = new Set(Array.from({ length: 100 }, () => retryDelayMs(5, Math.random)))
  expect(delays.size).toBeGreaterThan(90)
})

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
