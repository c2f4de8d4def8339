import { type RefObject, useEffect, useRef } from 'react'
import { browserClock } from '../clock.ts'
import { afterPress } from './press.ts'

/** R-ASSESSMENT-SCROLL: about so long after the result has appeared, the page scrolls to it. */
const scrollDelayMs = 100

/**
 * Focuses a result when it appears, which has it read out, and scrolls to it. The returned reference belongs on the
 * result's region, which needs `tabIndex={-1}` and a new `key` for each attempt.
 */
export function useResultInSight(): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    region.current?.focus({ preventScroll: true })
    // Not from under the pointer: somebody may be pressing Reset already.
    return browserClock.start(() => afterPress(() => region.current?.scrollIntoView()), scrollDelayMs)
  }, [])
  return region
}
