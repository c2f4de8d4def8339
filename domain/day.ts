/** A calendar day, `YYYY-MM-DD`, without time or zone. Days sort as strings. */
export type Day = string

const millisecondsADay = 86_400_000

/** Whether a text like `YYYY-MM-DD` names a day that exists: 2023-02-29 does not. */
export function isInCalendar(isoDate: string): boolean {
  const day = new Date(`${isoDate}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(isoDate)
}

/** The day so many days later, or earlier if `count` is negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * millisecondsADay).toISOString().slice(0, 10)
}
