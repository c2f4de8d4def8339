import { expect, test } from 'vitest'
import { parseBanDuration } from './user-fields.ts'

test.each([
  ['', undefined],
  ['none', 0],
  ['0', 0],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['-1m', -60_000],
  ['+250ms', 250],
  ['876000h', 3_153_600_000_000],
])('%j is %j milliseconds', (text, milliseconds) => {
  expect(parseBanDuration(text)).toEqual({ ok: milliseconds })
})

test.each(['forever', '24', 'h', '1d', '1h ', '1h-2m', '.h', '2562048h', '1e9h'])('%j is no duration', (text) => {
  expect(parseBanDuration(text)).toMatchObject({
    fault: { status: 400, message: `invalid format for ban duration: time: invalid duration "${text}"` },
  })
})

test('a long text is refused in a moment', () => {
  expect(parseBanDuration(`${'1'.repeat(30_000)}h1`)).toHaveProperty('fault')
  expect(parseBanDuration(`${'1h'.repeat(30_000)}!`)).toHaveProperty('fault')
})
