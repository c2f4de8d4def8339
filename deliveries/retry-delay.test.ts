import { expect, test } from 'vitest'
import { longestDelayMs, mostAttempts, retryDelayMs } from './retry-delay.ts'

const most = () => 1 - Number.EPSILON

test('ceilings double from 30 seconds to 6 hours, and end after the twelfth attempt', () => {
  const ceilings = Array.from({ length: mostAttempts }, (_, index) => retryDelayMs(index + 1, most))
  expect(ceilings.map((delayMs) => delayMs && delayMs / 1000)).toEqual([
    30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, undefined,
  ])
})

test('every random number gives a delay from nothing to the ceiling', () => {
  for (let attempts = 1; attempts < mostAttempts; attempts += 1) {
    const ceilingMs = retryDelayMs(attempts, most) ?? 0
    for (let run = 0; run < 1000; run += 1) {
      const delayMs = retryDelayMs(attempts, Math.random) ?? -1
      expect(delayMs).toBeGreaterThanOrEqual(0)
      expect(delayMs).toBeLessThanOrEqual(ceilingMs)
    }
    expect(retryDelayMs(attempts, () => 0)).toBe(0)
    expect(ceilingMs).toBeLessThanOrEqual(longestDelayMs)
  }
})

test('deliveries that failed together do not return together', () => {
  const delays = new Set(Array.from({ length: 100 }, () => retryDelayMs(5, Math.random)))
  expect(delays.size).toBeGreaterThan(90)
})
