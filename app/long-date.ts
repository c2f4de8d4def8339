/** `March 4, 2031`, where the reader is. */
export function longDate(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long' })
}

/** The same of an ISO date such as `2031-03-04`, which is the same day everywhere. */
export function longDateOf(isoDate: string): string {
  return new Date(isoDate).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/** `March 4, 2031 at 9:05 AM`, where the reader is. */
export function longTime(date: Date): string {
  return date.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
}
