import { expect, test } from 'vitest'
import { ficoWeightPercent, scoreBands, scoreRange } from './credit-facts.ts'

test('every score from the lowest to the highest is in exactly one band', () => {
  const bands = Object.values(scoreBands)
  const scores = Array.from({ length: scoreRange.to - scoreRange.from + 1 }, (_, index) => scoreRange.from + index)
  const astray = scores.filter((score) => bands.filter((band) => score >= band.from && score <= band.to).length !== 1)
  expect(astray).toEqual([])
})

test('the parts of a FICO score add up to the whole', () => {
  expect(Object.values(ficoWeightPercent).reduce((sum, weight) => sum + weight, 0)).toBe(100)
})
