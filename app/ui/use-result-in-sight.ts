import { type RefObject, useEffect, useRef } from 'react'
import { browserClock } from '../clock.ts'

/** R-ASSESSMENT-SCROLL: about so long after the result has appeared, the page scrolls to it. */
const scrollDelayMs = 100

/**
 * A result takes the focus, which reads it out, and is scrolled to when it appears. The returned reference belongs on
 * the result's region, which needs `tabIndex={-1}`; whoever shows it gives each new attempt a key of its own.
 */
export function useResultInSight(): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    region.current?.focus({ preventScroll: true })
    return browserClock.start(() => region.current?.scrollIntoView(), scrollDelayMs)
  }, [])
  return region
}
