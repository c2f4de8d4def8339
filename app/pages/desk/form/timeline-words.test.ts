import { expect, test } from 'vitest'
import { staffDeeds } from '#words/desk/actions.ts'
import { reasonWords } from '#words/desk/standing.ts'
import type { TimelineEntry } from '../../../../domain/staff/timeline.ts'
import { sayingOf } from './timeline-words.ts'

const at = '2031-03-04T15:00:00Z'
const attempt = { at, kind: 'attempt', number: 2, version: 1, outcome: 'accepted', reason: null, finished_at: at, late: false } as const

test.each<[TimelineEntry, RegExp]>([
  [attempt, /^Attempt 2 to send it: it arrived\.$/],
  [{ ...attempt, late: true }, /it arrived, the answer came late\.$/],
  [{ ...attempt, outcome: null }, /under way\.$/],
  [{ ...attempt, reason: 'stand-in' }, /^Attempt 2 to send it: it went to the stand-in of a trial, not to DisputeFox\.$/],
  [{ at, kind: 'note', author: 'ruth', text: 'Call after six' }, /^ruth noted: Call after six$/],
  [{ at, kind: 'consent', action: 'withdrawn', documents: ['sms'] }, /^Consent withdrawn: Text messages\.$/],
  [{ at, kind: 'consent', action: 'given', documents: ['of-tomorrow'] }, /of-tomorrow/],
  [{ at, kind: 'payment', reference: 'pi_1', event: 'refund', outcome: 'made', amount_cents: 100_00, currency: 'usd' }, /^Paid back: \$100, done \(pi_1\)\.$/],
  [{ at, kind: 'payment', reference: 'pi_1', event: 'paid', outcome: null, amount_cents: 5, currency: 'jpy' }, /5 of the smallest unit of JPY/],
])('%j is told', (entry, expected) => {
  expect(sayingOf(entry)).toMatch(expected)
})

test('why an attempt failed is told in plain words', () => {
  expect(sayingOf({ ...attempt, outcome: 'ambiguous', reason: 'no-answer' })).toContain(reasonWords['no-answer']?.what)
})

test('what somebody of the staff did is told with their name and note', () => {
  const entry = { at, kind: 'staff', name: 'ruth', action: 'reveal', note: 'Correcting the address' } as const
  expect(sayingOf(entry)).toBe(`ruth ${staffDeeds.reveal}: Correcting the address.`)
})
