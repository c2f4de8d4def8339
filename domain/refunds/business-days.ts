import { addDays, type Day } from '../day.ts'

const [monday, thursday, friday, saturday] = [1, 4, 5, 6]

const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The same day each year, by month and day: New Year, Juneteenth, Independence, Veterans, Christmas. */
const fixed = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])

/** A weekday within seven days, first and last included, each year. */
const floating = [
  { weekday: monday, from: '01-15', to: '01-21' }, // Martin Luther King, Jr.: the third in January
  { weekday: monday, from: '02-15', to: '02-21' }, // Washington's Birthday: the third in February
  { weekday: monday, from: '05-25', to: '05-31' }, // Memorial Day: the last in May
  { weekday: monday, from: '09-01', to: '09-07' }, // Labor Day: the first in September
  { weekday: monday, from: '10-08', to: '10-14' }, // Columbus Day: the second in October
  { weekday: thursday, from: '11-22', to: '11-28' }, // Thanksgiving: the fourth in November
]

const isFixed = (day: Day) => fixed.has(day.slice(5))

/**
 * Whether federal offices are closed for a public holiday on this day, as the law stands since Juneteenth was added in 2021
 * (5 U.S.C. 6103(a)). A holiday on a Saturday is observed on the Friday before (6103(b)), one on a Sunday on the Monday
 * after (Executive Order 11582). Inauguration Day is one around the capital alone, and a day that a president gives the
 * offices off is none.
 */
export function isFederalHoliday(day: Day): boolean {
  const weekday = weekdayOf(day)
  if (isFixed(day)) return true
  if (weekday === friday && isFixed(addDays(day, 1))) return true
  if (weekday === monday && isFixed(addDays(day, -1))) return true
  const date = day.slice(5)
  return floating.some((holiday) => holiday.weekday === weekday && holiday.from <= date && date <= holiday.to)
}

/** Monday to Friday, without federal holidays. */
export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day)
  return weekday >= monday && weekday < saturday && !isFederalHoliday(day)
}

/** The last day of so many business days after a day, which itself does not count; the same day for 0. */
export function addBusinessDays(day: Day, count: number): Day {
  let last = day
  for (let left = count; left > 0; ) {
    last = addDays(last, 1)
    if (isBusinessDay(last)) left -= 1
  }
  return last
}
