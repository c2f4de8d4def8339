import { useSyncExternalStore } from 'react'
import { legalPage } from '../../../content/legal.ts'
import { longDate } from '../../ui/long-date.ts'

const never = () => () => {}
const today = () => longDate(new Date())
const unknown = () => undefined

/**
 * R-LAST-UPDATED: the current date. Only the browser knows it: in the served page its place is kept free, and `boot.ts` fills it
 * before the app comes.
 */
export function LastUpdated() {
  const date = useSyncExternalStore<string | undefined>(never, today, unknown)
  return (
    <span className="updated" data-today={legalPage.lastUpdated} suppressHydrationWarning>
      {date ? `${legalPage.lastUpdated} ${date}` : ''}
    </span>
  )
}
