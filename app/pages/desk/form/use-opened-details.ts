import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { OpenedDetails } from '../../../backend/staff/open-details.ts'
import { browserClock } from '../../../clock.ts'

/** So long details are shown. */
export const shownSeconds = 60

export interface Opened {
  details: OpenedDetails | undefined
  /** How many more seconds they are shown. */
  left: number
  /** Shows details, unless the page is out of sight. */
  show: (details: OpenedDetails) => 'shown' | 'hidden'
  hide: () => void
}

/**
 * Details in the clear, in memory alone: for a minute, and not once the page is out of sight or left, which pictures of it in a
 * list of windows, and a page that is kept for the way back, would show.
 */
export function useOpenedDetails(onHidden: () => void): Opened {
  const [details, setDetails] = useState<OpenedDetails>()
  const [left, setLeft] = useState(0)
  const latest = useRef(onHidden)
  useEffect(() => {
    latest.current = onHidden
  })
  const hide = useCallback(() => setDetails(undefined), [])
  const show = useCallback((opened: OpenedDetails) => {
    if (document.visibilityState === 'hidden') return 'hidden'
    setLeft(shownSeconds)
    setDetails(opened)
    return 'shown'
  }, [])

  useEffect(() => {
    if (!details) return undefined
    const until = Date.now() + shownSeconds * 1000
    let stop = browserClock.start(tick, 1000)
    // By the clock on the wall: timers stop while a device sleeps.
    function tick() {
      const rest = Math.ceil((until - Date.now()) / 1000)
      if (rest <= 0) return setDetails(undefined)
      setLeft(Math.min(rest, shownSeconds))
      stop = browserClock.start(tick, 1000)
    }
    // At once: the page may be frozen before React would get to it.
    const hideNow = () => flushSync(() => setDetails(undefined))
    const look = () => document.visibilityState === 'hidden' && hideNow()
    document.addEventListener('visibilitychange', look)
    addEventListener('pagehide', hideNow)
    addEventListener('beforeprint', hideNow)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pagehide', hideNow)
      removeEventListener('beforeprint', hideNow)
      latest.current()
    }
  }, [details])
  return { details, left, show, hide }
}
