import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '../day.ts'
import { addBusinessDays, isBusinessDay, isFederalHoliday } from './business-days.ts'

const daysBetween = (first: Day, last: Day): Day[] => {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

const isWeekend = (day: Day) => ['Sat', 'Sun'].includes(new Date(day).toUTCString().slice(0, 3))

// As the Office of Personnel Management publishes them: the weekdays on which offices are closed, with those observed for
// holidays of a weekend, the next New Year's among them.
test.each([
  [2022, '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26'],
  [2023, '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25'],
  [2024, '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25'],
  [2025, '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25'],
  [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
  [2028, '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25'],
])('in %i federal offices are closed on %s', (year, expected) => {
  const closed = daysBetween(`${year}-01-01`, `${year}-12-31`).filter((day) => isFederalHoliday(day) && !isWeekend(day))
  expect(closed.map((day) => day.slice(5)).join(' ')).toBe(expected)
})

test('a business day is a weekday without a federal holiday', () => {
  const days = daysBetween('2026-01-01', '2040-12-31')
  expect(days.filter(isBusinessDay)).toEqual(days.filter((day) => !isWeekend(day) && !isFederalHoliday(day)))
})

test.each([
  ['2026-03-04', 3, '2026-03-09'], // over a weekend
  ['2026-03-07', 1, '2026-03-09'], // from a Saturday
  ['2026-07-01', 3, '2026-07-07'], // over the Friday that is observed for Independence Day
  ['2026-11-24', 3, '2026-11-30'], // over Thanksgiving
  ['2027-12-22', 3, '2027-12-28'], // over the Friday that is observed for Christmas
  ['2027-12-30', 1, '2028-01-03'], // over the last day of a year, observed for the next year's first
  ['2028-02-28', 1, '2028-02-29'], // a leap day
  ['2026-07-03', 0, '2026-07-03'],
])('after %s the last of %i business days is %s', (day, count, last) => {
  expect(addBusinessDays(day, count)).toBe(last)
})

test('as many business days as asked for lie behind a day and up to the last of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 20 }), (offset, count) => {
      const day = addDays('2022-01-01', offset)
      const last = addBusinessDays(day, count)
      expect(isBusinessDay(last)).toBe(true)
      expect(daysBetween(addDays(day, 1), last).filter(isBusinessDay)).toHaveLength(count)
    }),
  )
})
