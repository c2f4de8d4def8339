import * as fc from 'fast-check'
import { addDays } from '../../domain/day.ts'
import { pricedService, serviceIds } from '../../domain/plans.ts'
import type { RefundRequest } from '../../domain/refunds/refund-request.ts'

const firstDay = '2026-01-01'

/** So many days after the first. */
const dayNumber = (day: string) => (Date.parse(day) - Date.parse(firstDay)) / 86_400_000

/** Made on the day of payment. What the staff know is said or not, and may contradict itself. */
export const anyRefundRequest: fc.Arbitrary<RefundRequest> = fc
  .record({
    service: fc.constantFrom(...serviceIds),
    discounted: fc.option(fc.integer({ min: 1, max: 1_000_00 })),
    paid: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom(...aroundNewYear())),
    enrolled: fc.option(fc.integer({ min: -5, max: 40 })),
    workBegun: maybe(fc.boolean()),
    rounds: maybe(
      fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })).map(([done, left]) => ({ done, planned: Math.max(1, done + left) })),
    ),
    workCompletedCents: maybe(fc.integer({ min: 0, max: 900_00 })),
    disputes: maybeDay(60),
    itemsRemoved: maybe(fc.integer({ min: 0, max: 2 })),
    report: maybeDay(30),
    consultationDone: maybe(fc.boolean()),
    session: maybeDay(60),
    sessionHeld: maybe(fc.boolean()),
  })
  .map(({ service, discounted, paid, enrolled, disputes, report, session, ...facts }) => {
    const paidOn = addDays(firstDay, paid)
    const dayOf = (offset: number | null | undefined) => (typeof offset === 'number' ? addDays(paidOn, offset) : offset)
    return {
      service,
      paidCents: discounted ?? pricedService(service).priceCents,
      paidOn,
      enrolledOn: enrolled === null ? undefined : addDays(paidOn, enrolled),
      requestedOn: paidOn,
      facts: { ...facts, disputesStartedOn: dayOf(disputes), reportReceivedOn: dayOf(report), sessionOn: dayOf(session) },
    }
  })

function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 })
}

/** So many days after the payment at most. */
function maybeDay(max: number): fc.Arbitrary<number | null | undefined> {
  return maybe(fc.oneof(fc.constant(null), fc.integer({ min: 0, max })))
}

/** The days around the end of each year of the next thirty, where Christmas and New Year fall on each weekday. */
function aroundNewYear(): number[] {
  const years = Array.from({ length: 30 }, (_, index) => 2026 + index)
  return years.flatMap((year) => Array.from({ length: 16 }, (_, index) => dayNumber(`${year}-12-20`) + index))
}
