import { expect, test } from 'vitest'
import { stopFor } from './move-within.ts'

test.each<[string, number, number | undefined]>([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, undefined],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, -1],
  ['ArrowUp', -1, undefined],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Escape', 1, -1],
  // In the field these keys are the browser's.
  ['Home', -1, undefined],
  ['End', -1, undefined],
  ['Escape', -1, undefined],
  ['a', 1, undefined],
])('%s at %i of three leads to %j', (key, place, expected) => {
  expect(stopFor(key, place, 3)).toBe(expected)
})

test('where nothing was found there is nowhere to go', () => {
  expect(stopFor('ArrowDown', -1, 0)).toBeUndefined()
})
