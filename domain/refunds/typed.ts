import { type Day, isInCalendar } from '../day.ts'

// What people type about a refund, at the machine and on the desk.

/** A day of this or the next century, such as `2031-03-04`; undefined for anything else. */
export function typedDay(text: string): Day | undefined {
  return /^2[01]\d\d-\d\d-\d\d$/.test(text) && isInCalendar(text) ? text : undefined
}

/** `350` and `350.00` are 35000. */
export function typedCents(dollars: string): number | undefined {
  const [, whole, cents = '00'] = /^(\d{1,8})(?:\.(\d\d))?$/.exec(dollars) ?? []
  return whole === undefined ? undefined : Number(whole + cents)
}

/** A part of the price: whole cents, or a share of it. */
export type Part = { cents: number } | { percent: number }

/** `120.50` or `40%`. */
export function typedPart(text: string): Part | undefined {
  const percent = Number(/^(\d{1,3})%$/.exec(text)?.[1])
  if (percent <= 100) return { percent }
  const cents = typedCents(text)
  return cents === undefined ? undefined : { cents }
}

/** Of a share, part of a cent stays with the client, as it does with the share of the rounds. */
export const centsOfPart = (part: Part, paidCents: number): number =>
  'cents' in part ? part.cents : Math.floor((paidCents * part.percent) / 100)

/** Most dispute rounds, and most items removed, that somebody may say. */
export const mostRounds = 1_000
export const mostItems = 10_000
