import { describe, expect, test } from 'vitest'
import type { Day } from '../day.ts'
import { type PaidService, pricedService, serviceIds } from '../plans.ts'
import { quoteRefund } from './refund-quote.ts'
import type { RefundFact, RefundFacts } from './refund-request.ts'

/** Paid and enrolled on Wednesday, July 1, 2026; the Friday after is observed for Independence Day. */
const asked = (service: PaidService, requestedOn: Day, facts: RefundFacts = {}) =>
  quoteRefund({ service, paidCents: pricedService(service).priceCents, paidOn: '2026-07-01', enrolledOn: '2026-07-01', requestedOn, facts })

const given = (cents: number, because: string) => ({ ok: expect.objectContaining({ cents, because }) })
const none = (because: string) => ({ ok: expect.objectContaining({ gives: 'none', cents: 0, because, deductions: [], payout: undefined }) })
const question = (asks: RefundFact) => ({ ok: { asks } })

describe('R-REFUNDS, on the last day and on the day after it', () => {
  test('audit: three business days from receiving the report', () => {
    const facts = { reportReceivedOn: '2026-07-02', consultationDone: false }
    expect(asked('audit', '2026-07-08', facts)).toEqual(given(25_00, 'audit-in-time'))
    expect(asked('audit', '2026-07-09', facts)).toEqual(none('audit-late'))
    expect(asked('audit', '2026-07-08', { ...facts, consultationDone: true })).toEqual(none('consultation-done'))
    expect(asked('audit', '2027-07-08', { ...facts, reportReceivedOn: null })).toEqual(given(25_00, 'audit-in-time'))
  })

  test('audit: until a report can be three business days old, nobody has to know when it came', () => {
    expect(asked('audit', '2026-07-07', { consultationDone: false })).toEqual(given(25_00, 'audit-in-time'))
    expect(asked('audit', '2026-07-08', { consultationDone: false })).toEqual(question('reportReceivedOn'))
    expect(asked('audit', '2026-07-07')).toEqual(question('consultationDone'))
  })

  test.each(['light', 'standard', 'advanced'] as const)('%s: before letters, all but $50, for 30 days', (service) => {
    const cents = pricedService(service).priceCents - 50_00
    expect(asked(service, '2026-07-31', { workBegun: false })).toEqual(given(cents, 'before-letters'))
    expect(asked(service, '2026-08-01', { workBegun: false })).toEqual(none('window-over'))
    expect(asked(service, '2026-07-31')).toEqual(question('workBegun'))
  })

  test('a repair plan counts its 30 days from enrollment, not from payment', () => {
    const request = { service: 'light', paidCents: 200_00, paidOn: '2026-07-01', facts: { workBegun: false } } as const
    expect(quoteRefund({ ...request, enrolledOn: '2026-07-11', requestedOn: '2026-08-10' })).toEqual(given(150_00, 'before-letters'))
    expect(quoteRefund({ ...request, enrolledOn: '2026-07-11', requestedOn: '2026-08-11' })).toEqual(none('window-over'))
    expect(quoteRefund({ ...request, enrolledOn: undefined, requestedOn: '2027-08-11' })).toEqual(given(150_00, 'before-letters'))
  })

  test('a repair plan after work begins: the share of the rounds that are left, minus $50, for 30 days', () => {
    const facts = { rounds: { done: 1, planned: 4 } }
    expect(asked('standard', '2026-07-31', facts)).toEqual({
      ok: expect.objectContaining({
        gives: 'part',
        cents: 212_50,
        deductions: [{ for: 'work', cents: 87_50 }, { for: 'admin-fee', cents: 50_00 }],
        because: 'pro-rated',
        until: '2026-07-31',
      }),
    })
    expect(asked('standard', '2026-08-01', facts)).toEqual(none('window-over'))
  })

  test('part of a cent stays with the client', () => {
    expect(asked('light', '2026-07-02', { rounds: { done: 1, planned: 3 } })).toEqual(given(83_34, 'pro-rated'))
  })

  test.each([
    [1, 2, 'pro-rated'],
    [6, 12, 'pro-rated'],
    [7, 12, 'too-many-rounds'],
    [4, 9, 'pro-rated'],
    [5, 9, 'too-many-rounds'],
    [501, 1000, 'too-many-rounds'],
  ])('%i of %i rounds: %s', (done, planned, because) => {
    expect(asked('advanced', '2026-07-20', { rounds: { done, planned } })).toEqual({ ok: expect.objectContaining({ because }) })
  })

  test('letters before the first round: a person says what they were worth', () => {
    const facts = { workBegun: true, rounds: { done: 0, planned: 6 } }
    expect(asked('light', '2026-07-06', { workBegun: true })).toEqual(question('rounds'))
    expect(asked('light', '2026-07-06', facts)).toEqual(question('workCompletedCents'))
    expect(asked('light', '2026-07-06', { ...facts, workCompletedCents: 20_00 })).toEqual(given(130_00, 'pro-rated'))
  })

  test('the results guarantee: once 90 days have passed since disputes started, whatever the 30 days and the rounds', () => {
    const facts = { disputesStartedOn: '2026-07-10', rounds: { done: 5, planned: 6 }, itemsRemoved: 0, workCompletedCents: 100_00 }
    const early = { gives: 'none', until: '2026-10-08', guaranteeFrom: '2026-10-09' }
    expect(asked('standard', '2026-07-20', facts)).toEqual({ ok: expect.objectContaining({ ...early, because: 'too-many-rounds' }) })
    expect(asked('standard', '2026-10-08', facts)).toEqual({ ok: expect.objectContaining({ ...early, because: 'window-over' }) })
    expect(asked('standard', '2026-10-09', facts)).toEqual({
      ok: expect.objectContaining({ cents: 200_00, because: 'guarantee', until: undefined, guaranteeFrom: undefined }),
    })
    for (const denied of [{ ...facts, itemsRemoved: 1 }, { rounds: facts.rounds, disputesStartedOn: null }] as const) {
      expect(asked('standard', '2026-10-09', denied)).toEqual(none('window-over'))
    }
  })

  test('the results guarantee asks for what it depends on, from the first day on which it can be', () => {
    expect(asked('light', '2026-09-29')).toEqual(none('window-over'))
    expect(asked('light', '2026-09-30')).toEqual(question('disputesStartedOn'))
    expect(asked('light', '2026-09-30', { disputesStartedOn: '2026-07-01' })).toEqual(question('itemsRemoved'))
    const facts = { disputesStartedOn: '2026-07-01', itemsRemoved: 0, rounds: { done: 6, planned: 6 } }
    expect(asked('light', '2026-09-30', facts)).toEqual(question('workCompletedCents'))
  })

  test('bankruptcy: seven business days from payment, before any work', () => {
    expect(asked('complex', '2026-07-13', { workBegun: false })).toEqual(given(750_00, 'bankruptcy-in-time'))
    expect(asked('complex', '2026-07-14', { workBegun: false })).toEqual(none('bankruptcy-late'))
    expect(asked('complex', '2026-07-02', { workBegun: true })).toEqual(none('bankruptcy-work-begun'))
    expect(asked('complex', '2026-07-13')).toEqual(question('workBegun'))
  })

  test('coaching: before the session, minus $25', () => {
    const facts = { sessionOn: '2026-08-04' }
    expect(asked('coaching', '2026-08-03', facts)).toEqual(given(124_00, 'before-session'))
    expect(asked('coaching', '2026-08-02', facts)).toEqual({ ok: expect.objectContaining({ until: '2026-08-03' }) })
    expect(asked('coaching', '2026-08-04', facts)).toEqual(question('sessionHeld'))
    expect(asked('coaching', '2026-08-04', { ...facts, sessionHeld: false })).toEqual(given(124_00, 'before-session'))
    expect(asked('coaching', '2026-08-04', { ...facts, sessionHeld: true })).toEqual(none('session-held'))
    expect(asked('coaching', '2026-08-05', { ...facts, sessionHeld: false })).toEqual(none('session-past'))
    expect(asked('coaching', '2027-08-05', { sessionOn: null })).toEqual(given(124_00, 'before-session'))
    expect(asked('coaching', '2026-07-02')).toEqual(question('sessionOn'))
  })
})

test('the review takes 3 to 5 business days, and an approved refund is paid 7 to 10 after it', () => {
  expect(asked('complex', '2026-07-01', { workBegun: false })).toEqual({
    ok: expect.objectContaining({
      review: { from: '2026-07-07', to: '2026-07-09' },
      payout: { from: '2026-07-16', to: '2026-07-23' },
    }),
  })
})

test('no fee takes more than what was paid', () => {
  const request = { service: 'light', paidCents: 40_00, paidOn: '2026-07-01', enrolledOn: '2026-07-01', requestedOn: '2026-07-01' } as const
  expect(quoteRefund({ ...request, facts: { workBegun: false } })).toEqual({
    ok: expect.objectContaining({ gives: 'none', cents: 0, deductions: [{ for: 'admin-fee', cents: 40_00 }], payout: undefined }),
  })
})

test.each(serviceIds)('%s: nothing is asked for before it is paid', (service) => {
  expect(asked(service, '2026-06-30', { workBegun: false })).toEqual({ fault: 'asked-before-paid' })
})

test.each([
  ['audit', 'work-before-paid', { reportReceivedOn: '2026-06-30' }],
  ['light', 'work-before-paid', { disputesStartedOn: '2026-06-30' }],
  ['light', 'rounds-beyond-plan', { rounds: { done: 3, planned: 2 } }],
  ['light', 'work-not-begun', { workBegun: false, rounds: { done: 1, planned: 2 } }],
  ['light', 'work-not-begun', { workBegun: false, disputesStartedOn: '2026-07-02' }],
  ['complex', 'work-not-begun', { workBegun: false, rounds: { done: 1, planned: 2 } }],
] as const)('%s: what cannot be is %s', (service, fault, facts) => {
  expect(asked(service, '2026-07-02', facts)).toEqual({ fault })
})

test('what belongs to another service is not looked at', () => {
  const others = { workBegun: false, rounds: { done: 3, planned: 2 }, disputesStartedOn: '2026-06-30', consultationDone: true, sessionHeld: true }
  expect(asked('coaching', '2026-07-02', { ...others, sessionOn: '2026-07-03', sessionHeld: undefined })).toEqual(given(124_00, 'before-session'))
  expect(asked('audit', '2026-07-02', { ...others, consultationDone: false })).toEqual(given(25_00, 'audit-in-time'))
  const audit = { consultationDone: true, sessionHeld: true, reportReceivedOn: '2026-06-30' }
  expect(asked('light', '2026-07-02', { ...audit, workBegun: false })).toEqual(given(150_00, 'before-letters'))
})
