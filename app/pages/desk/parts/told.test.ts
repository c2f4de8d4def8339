import { expect, test } from 'vitest'
import { staffDeeds } from '#words/desk/actions.ts'
import { refusalWords, unknownRefusal } from '#words/desk/form.ts'
import { deskConnection } from '#words/desk/frame.ts'
import { changes } from '../../../../domain/staff/changes.ts'
import { type Changed, whyNot } from './told.tsx'

const whyOf = (value: Changed) => whyNot({ outcome: 'done', value }, 'miriam')

/** Every reason for which a function of the staff refuses. */
const reasons = Object.values(changes).flatMap(({ options }) =>
  options.flatMap(({ entries }) => ('reason' in entries && 'options' in entries.reason ? entries.reason.options.map(String) : [])),
)

test('each reason for a refusal is told in plain words', () => {
  expect(reasons.length).toBeGreaterThan(10)
  expect(reasons.filter((reason) => !refusalWords[reason])).toEqual([])
  expect(whyOf({ outcome: 'refused', reason: 'of-tomorrow' })).toEqual({ tone: 'bad', text: unknownRefusal })
})

test('who was first is named, with what they did, and is nobody else where it was oneself', () => {
  const by = { name: 'ruth', action: 'cancel', at: '2031-03-04T15:00:00Z' } as const
  expect(whyOf({ outcome: 'changed', by })).toMatchObject({ tone: 'look', text: expect.stringMatching(new RegExp(`^ruth ${staffDeeds.cancel} before that`)) })
  expect(whyOf({ outcome: 'changed', by: { ...by, name: 'miriam' } })?.text).toMatch(/^You /)
  expect(whyOf({ outcome: 'changed', by: null })).toEqual({ tone: 'look', text: deskConnection.changedAlone })
})

test('what was done, or may have been done, has no reason', () => {
  expect(whyOf({ outcome: 'done' })).toBeUndefined()
  expect(whyNot({ outcome: 'unreachable' }, 'miriam')).toBeUndefined()
})

test('a person who is no lead is told so, and any other fault is no success', () => {
  expect(whyNot({ outcome: 'denied', why: 'not_a_lead' }, 'miriam')).toEqual({ tone: 'bad', text: deskConnection.notALead })
  expect(whyNot({ outcome: 'failed' }, 'miriam')).toEqual({ tone: 'bad', text: deskConnection.notDone })
  expect(whyNot({ outcome: 'rejected', message: '' }, 'miriam')).toEqual({ tone: 'bad', text: deskConnection.notDone })
})
