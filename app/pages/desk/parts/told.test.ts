import { expect, test } from 'vitest'
import { staffDeeds } from '#words/desk/actions.ts'
import { refusalWords, unknownRefusal } from '#words/desk/form.ts'
import { deskConnection } from '#words/desk/frame.ts'
import { changes } from '../../../../domain/staff/changes.ts'
import { type Changed, whyNot } from './told.tsx'

const whyOf = (value: Changed) => whyNot({ outcome: 'done', value })

/** Every reason for which a function of the staff refuses. */
const reasons = Object.values(changes).flatMap(({ options }) =>
  options.flatMap(({ entries }) => ('reason' in entries && 'options' in entries.reason ? entries.reason.options.map(String) : [])),
)

test('each reason for a refusal is told in plain words', () => {
  expect(reasons.length).toBeGreaterThan(10)
  expect(reasons.filter((reason) => !refusalWords[reason])).toEqual([])
  expect(whyOf({ outcome: 'refused', reason: 'of-tomorrow' })).toBe(unknownRefusal)
})

test('who was first is named, with what they did', () => {
  const by = { name: 'ruth', action: 'cancel', at: '2031-03-04T15:00:00Z' } as const
  expect(whyOf({ outcome: 'changed', by })).toMatch(new RegExp(`^ruth was first: ${staffDeeds.cancel}`))
  expect(whyOf({ outcome: 'changed', by: null })).toBe(deskConnection.changedAlone)
})

test('what was done, or may have been done, has no reason', () => {
  expect(whyOf({ outcome: 'done' })).toBeUndefined()
  expect(whyNot({ outcome: 'unreachable' })).toBeUndefined()
})

test('a person who is no lead is told so, and any other fault is no success', () => {
  expect(whyNot({ outcome: 'denied', why: 'not_a_lead' })).toBe(deskConnection.notALead)
  expect(whyNot({ outcome: 'failed' })).toBe(deskConnection.notDone)
  expect(whyNot({ outcome: 'rejected', message: '' })).toBe(deskConnection.notDone)
})
