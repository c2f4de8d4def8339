import { expect, test } from 'vitest'
import { arc, degreesAt, spoke } from './gauge-geometry.ts'

test('the scale runs over the half circle, from left to right', () => {
  expect([300, 575, 850].map(degreesAt)).toEqual([0, 90, 180])
})

test('an arc and a spoke lie on the circle', () => {
  expect(arc({ from: 0, to: 180 }, 160)).toBe('M40.0 190.0A160 160 0 0 1 360.0 190.0')
  expect(spoke(90, 150, 180)).toBe('M200.0 40.0L200.0 10.0')
})
