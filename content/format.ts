/**
 * How money, dates and numbers read, for the whole site. Written out, since the first number, list, date and order of
 * `Intl` on a page take a slow phone 50 to 250 ms, while somebody waits.
 */

/** `2500` becomes `$25`, `125050` becomes `$1,250.50`; `cents` is a whole number, not below zero. */
export function formatUsd(cents: number): string {
  const [dollars = '', rest] = (cents / 100).toFixed(2).split('.')
  const grouped = dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return Number(rest) === 0 ? `$${grouped}` : `$${grouped}.${rest}`
}

const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
]

/** `March 4, 2031`, where the reader is. */
export function longDate(date: Date): string {
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}

/** The same of an ISO date such as `2031-03-04`, which is the same day everywhere. */
export function longDateOf(isoDate: string): string {
  const [year, month, day] = isoDate.split('-').map(Number)
  return `${months[(month ?? 0) - 1]} ${day}, ${year}`
}

/** `March 4, 2031 at 9:05 AM`, where the reader is. Only of a page that somebody has sent a form to: `Intl` may be slow. */
export function longTime(date: Date): string {
  return date.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
}

/** From the fewest to the most: `3-5`. */
export function rangeText({ from, to }: { from: number; to: number }): string {
  return `${from}-${to}`
}

const numbers = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
]

/** A count in a sentence, in words up to twelve. */
export const inWords = (count: number): string => numbers[count] ?? String(count)

/** The same at the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `a`, `a and b`, `a, b, and c`. */
export function listText(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  const others = items.slice(0, -1).join(', ')
  return others ? `${others}${items.length > 2 ? ',' : ''} and ${last}` : last
}
