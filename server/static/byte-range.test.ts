import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-9', 0, 9],
  ['bytes=5-', 5, 9],
  ['bytes=5-99999999999999999999', 5, 9],
  ['bytes=-3', 7, 9],
  ['bytes=-99', 0, 9],
  ['Bytes= 2-3 ', 2, 3],
])('%j of ten bytes is from %i to %i', (header, first, last) => {
  expect(parseRange(header, 10)).toEqual({ first, last })
})

test.each([undefined, '', 'bytes', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=a-b', 'bytes=0x1-2', 'items=0-1'])(
  '%j is answered with the whole',
  (header) => expect(parseRange(header, 10)).toBe('whole'),
)

test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999-'])('%j is not in ten bytes', (header) => {
  expect(parseRange(header, 10)).toBe('unsatisfiable')
})

test('of nothing there is no range', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable')
})
