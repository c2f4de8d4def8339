import { expect, test } from 'vitest'
import { deliveryReasons } from '../deliveries.ts'
import { reasonWords } from './standing.ts'

test('each reason that the commands explain has plain words on the desk', () => {
  expect(Object.keys(deliveryReasons).filter((reason) => !reasonWords[reason])).toEqual([])
})

test('the desk sends nobody to a command', () => {
  const words = Object.values(reasonWords).flatMap(({ what, todo }) => [what, todo])
  expect(words.filter((sentence) => /npm|--|doctor|webhook/.test(sentence))).toEqual([])
})
