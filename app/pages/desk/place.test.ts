import { expect, test } from 'vitest'
import { placeOf, searchOf, views } from './place.ts'

const id = '0b7e6c1d-3a52-4c0e-9f57-2f3b8f6f1a10'

test('each view has an address that names it again', () => {
  for (const view of views.filter((each) => each !== 'form')) expect(placeOf(searchOf({ view }))).toEqual({ view })
  expect(placeOf(searchOf({ view: 'form', id }))).toEqual({ view: 'form', id })
  expect(placeOf(searchOf({ view: 'log', id }))).toEqual({ view: 'log', id })
  expect(searchOf({ view: 'today' })).toBe('')
})

test.each([
  ['?view=nothing', { view: 'today' }],
  ['?view=form', { view: 'form' }],
  ['?view=form&id=Ruth', { view: 'form' }],
  ['?code=1&view=log&id=..%2F', { view: 'log' }],
  ['', { view: 'today' }],
])('of %j what is understood is shown', (search, place) => {
  expect(placeOf(search)).toEqual(place)
})
