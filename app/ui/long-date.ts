const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
]

/** `March 4, 2031`, where the reader is. Without `Intl`, whose first use is slow (`domain/money.ts`). */
export function longDate(date: Date): string {
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}

/** The same of an ISO date such as `2031-03-04`, which is the same day everywhere. */
export function longDateOf(isoDate: string): string {
  const [year, month, day] = isoDate.split('-').map(Number)
  return `${months[(month ?? 0) - 1]} ${day}, ${year}`
}

/** `March 4, 2031 at 9:05 AM`, where the reader is. */
export function longTime(date: Date): string {
  return date.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
}
