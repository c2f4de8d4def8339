import * as v from 'valibot'
import { expect, test } from 'vitest'
import { outcomeOf } from './call.ts'

const schema = v.object({ mark: v.string() })
const of = (status: number, body?: unknown) => outcomeOf({ status, body }, schema)
const denied = (message: string) => of(403, { code: '42501', message })

test('an answer that the page knows is its value, any other one is a fault', () => {
  expect(of(200, { mark: 'a' })).toEqual({ outcome: 'done', value: { mark: 'a' } })
  expect(of(200, { mark: 1 })).toEqual({ outcome: 'failed' })
  expect(of(200)).toEqual({ outcome: 'failed' })
})

test.each([
  ['insufficient_aal', 'insufficient_aal'],
  ['session_idle', 'session_idle'],
  ['not_a_lead', 'not_a_lead'],
  ['session_not_found', 'session_ended'],
  ['user_banned', 'session_ended'],
  ['user_not_found', 'session_ended'],
  ['permission denied for function staff_pulse', 'not_staff'],
])('403 with %j means %s', (message, why) => {
  expect(denied(message)).toEqual({ outcome: 'denied', why })
})

test('without a session that counts, it has ended', () => {
  expect(of(401, { code: 'PGRST301', message: 'JWT expired' })).toEqual({ outcome: 'denied', why: 'session_ended' })
})

test('malformed input is told in the words of the backend', () => {
  expect(of(400, { code: '22023', message: 'several begin so' })).toEqual({ outcome: 'rejected', message: 'several begin so' })
})

test.each([429, 502, 503, 504])('of %i nobody knows whether anything was done, so it can be sent again', (status) => {
  expect(of(status, '<html>')).toEqual({ outcome: 'unreachable' })
})

test.each([404, 500])('%i is a fault', (status) => {
  expect(of(status, { code: 'PGRST202', message: 'no function' })).toEqual({ outcome: 'failed' })
})
