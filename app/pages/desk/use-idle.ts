import { useEffect, useRef } from 'react'
import { keptText, nameHere } from '../../backend/browser-storage.ts'
import { call } from '../../backend/staff/call.ts'
import { browserClock } from '../../clock.ts'

/** The server hears of a person's touch once in this time at most. */
const toldEveryMs = 60_000

// Moments in milliseconds since 1970, shared by all tabs, on a clock that goes on while the device sleeps.
const touched = keptText('browser', nameHere('desk-touched'))
const told = keptText('browser', nameHere('desk-told'))

/** Never in the future: the clock may have been set back. */
const momentIn = (text: string | undefined) => Math.min(Number(text) || 0, Date.now())

/** The desk is opened by a person, and the server has just heard of it. */
export function noteOpened(): void {
  touched.write(String(Date.now()))
  told.write(String(Date.now()))
}

/**
 * Calls `onIdle` once nobody has touched any tab of the desk for so long (R-DESK-IDLE). Timers stop while a device sleeps: the
 * moment is looked at again when the page is woken, and before a touch counts.
 */
export function useIdle(idleSeconds: number, onIdle: () => void): void {
  const latest = useRef(onIdle)
  useEffect(() => {
    latest.current = onIdle
  })
  useEffect(() => {
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    let stop: () => void = () => undefined
    const leftMs = () => momentIn(touched.read()) + idleSeconds * 1000 - Date.now()
    function look(): 'idle' | 'in-use' {
      stop()
      if (listening.signal.aborted) return 'idle'
      const left = leftMs()
      if (left <= 0) {
        listening.abort()
        latest.current()
        return 'idle'
      }
      stop = browserClock.start(look, left)
      return 'in-use'
    }
    function touch() {
      if (look() === 'idle') return
      const now = Date.now()
      touched.write(String(now))
      if (now - momentIn(told.read()) < toldEveryMs) return
      told.write(String(now))
      // Where no answer comes the next touch after a minute tries again; a denial is heard of elsewhere.
      void call('staff_touch', {})
    }
    look()
    for (const type of ['pointerdown', 'keydown', 'touchstart', 'wheel']) addEventListener(type, touch, options)
    for (const type of ['pageshow', 'focus', 'visibilitychange']) addEventListener(type, look, options)
    return () => {
      listening.abort()
      stop()
    }
  }, [idleSeconds])
}
