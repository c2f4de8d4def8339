import { expect, test } from 'vitest'
import { deliveryReasons } from '#words/deliveries.ts'
import { choicesOf } from './choices.ts'

const row = { state: 'needs_review', reason: 'no-answer', is_held: false, account: null } as const

test.each(Object.keys(deliveryReasons))('of %s one has one or two things to do', (reason) => {
  expect([1, 2]).toContain(choicesOf({ ...row, reason }).length)
})

test('where the staff read that they look for the client first, they can say that the client is there, and only then send it', () => {
  const looking = Object.entries(deliveryReasons).filter(([, words]) => words.endsWith('resolve if it is there, else retry.'))
  expect(looking.length).toBeGreaterThan(0)
  for (const [reason] of looking) expect(choicesOf({ ...row, reason })).toEqual(['resolve', 'retry'])
})

test('what is there with older details is corrected by hand, and never sent a second time from here', () => {
  expect(choicesOf({ ...row, reason: 'edited-after-delivery' })).toEqual(['resolve'])
  expect(choicesOf({ ...row, reason: 'details-purged' })).toEqual(['resolve'])
})

test('what is held is decided for the account as a whole', () => {
  expect(choicesOf({ ...row, is_held: true, account: 'a' })).toEqual(['release-account', 'cancel-account'])
})

test('an unknown reason is looked at first', () => {
  expect(choicesOf({ ...row, reason: 'of-tomorrow' })).toEqual(['resolve', 'retry'])
})
