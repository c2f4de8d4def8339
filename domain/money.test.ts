import { expect, test } from 'vitest'
import { formatUsd } from './money.ts'

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
