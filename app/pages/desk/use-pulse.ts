import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../backend/staff/call.ts'
import { browserClock } from '../../clock.ts'

/** How often the desk asks whether something has changed, while it is in sight. */
const everyMs = 5000
/** Slower each time it fails, up to this. */
const slowestMs = 60_000
/** An answer that comes later is worth no waiting. */
const answerLimitMs = 8000

interface Pulse {
  /** Differs once something has changed. */
  mark: string
  connection: 'connected' | 'lost'
  /** Asks at once. */
  refresh: () => void
}

/** Asks again and again whether something has changed: only while the page is in sight, and at once when it comes into sight. */
export function usePulse(first: string): Pulse {
  const [mark, setMark] = useState(first)
  const [connection, setConnection] = useState<Pulse['connection']>('connected')
  const ask = useRef<() => void>(undefined)
  useEffect(() => {
    let delayMs = everyMs
    let stop: () => void = () => undefined
    // Whoever asks last decides when the next one is asked.
    let turn = 0
    const wait = () => (stop = browserClock.start(() => void beat(), delayMs))
    async function beat() {
      stop()
      if (document.visibilityState === 'hidden') return
      const own = ++turn
      const called = await call('staff_pulse', {}, answerLimitMs)
      if (own !== turn) return
      const isAnswered = called.outcome === 'done'
      if (called.outcome === 'done') setMark(called.value.mark)
      setConnection(isAnswered ? 'connected' : 'lost')
      delayMs = isAnswered ? everyMs : Math.min(delayMs * 2, slowestMs)
      wait()
    }
    const now = () => void beat()
    ask.current = now
    wait()
    document.addEventListener('visibilitychange', now)
    addEventListener('online', now)
    return () => {
      turn += 1
      stop()
      document.removeEventListener('visibilitychange', now)
      removeEventListener('online', now)
    }
  }, [])
  return { mark, connection, refresh: useCallback(() => ask.current?.(), []) }
}
