import { expect, test } from 'vitest'
import { sampleEnrollment } from '../tests/helpers/sample-enrollment.ts'
import { finishRetryDelaysMs, leaseSeconds, reportOn, sendTimeoutMs } from './attempt-delivery.ts'
import type { Lease } from './delivery-store.ts'
import type { Outcome } from './outcome.ts'
import type { Repeats } from './settings.ts'
import type { Attempt } from './transport.ts'

const now = new Date('2026-03-01T12:00:00Z')
const answered = (httpStatus: number, retryAfter?: string): Attempt => ({
  result: 'answered',
  httpStatus,
  body: '',
  retryAfter,
})

function report(outcome: Outcome, attempt: Attempt, { attempts = 1, repeats = 'never' }: Given = {}) {
  const enrollment = { ...sampleEnrollment, personal_details: '' }
  const lease: Lease = { id: 'the-lease', attempts, first_name_length: null, enrollment }
  const { retrySeconds, pauseSeconds } = reportOn(lease, outcome, attempt, {
    settings: { repeats },
    now,
    random: () => 0.5,
  })
  return { retrySeconds, pauseSeconds }
}

interface Given {
  attempts?: number
  repeats?: Repeats
}

const nothing = { retrySeconds: undefined, pauseSeconds: undefined }

test('what is clear is never repeated', () => {
  expect(report({ outcome: 'accepted' }, answered(200), { repeats: 'always' })).toEqual(nothing)
  expect(report({ outcome: 'rejected', reason: 'http-status' }, answered(400, '60'), { repeats: 'always' })).toEqual(nothing)
})

test('an unclear attempt is repeated only where that is harmless or wanted', () => {
  const unclear: Outcome = { outcome: 'ambiguous', reason: 'no-answer' }
  expect(report(unclear, { result: 'no-answer' })).toEqual(nothing)
  for (const repeats of ['when-unclear', 'always'] as const) {
    expect(report(unclear, { result: 'no-answer' }, { repeats })).toEqual({ ...nothing, retrySeconds: 15 })
  }
})

test('what did not arrive is repeated, twelve times at most', () => {
  const refused: Outcome = { outcome: 'retry', reason: 'no-connection' }
  expect(report(refused, { result: 'not-sent' })).toEqual({ ...nothing, retrySeconds: 15 })
  expect(report(refused, { result: 'not-sent' }, { attempts: 11 })).toEqual({ ...nothing, retrySeconds: 10_800 })
  expect(report(refused, { result: 'not-sent' }, { attempts: 12 })).toEqual(nothing)
})

test('a wish to wait is granted: for this delivery, and as a pause for all', () => {
  const later: Outcome = { outcome: 'retry', reason: 'http-status' }
  expect(report(later, answered(429, '60'))).toEqual({ retrySeconds: 60, pauseSeconds: 60 })
  expect(report(later, answered(429, '5'))).toEqual({ retrySeconds: 15, pauseSeconds: 5 })
  expect(report(later, answered(503, 'Sun, 01 Mar 2026 12:10:00 GMT'))).toEqual({ retrySeconds: 600, pauseSeconds: 600 })
  expect(report(later, answered(429, 'soon'))).toEqual({ ...nothing, retrySeconds: 15 })
})

test('the lease outlasts sending and writing down, so that nobody else takes the delivery meanwhile', () => {
  const longestMs = finishRetryDelaysMs.reduce((sum, delayMs) => sum + delayMs, sendTimeoutMs)
  expect(longestMs).toBeLessThan(leaseSeconds * 1000)
})
