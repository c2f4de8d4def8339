import { useRef, useState } from 'react'
import { connectionMessages } from '#words/connection.ts'
import { showLine } from './toasts.tsx'

export interface Sending {
  state: 'idle' | 'sending'
  start: (send: () => Promise<void>) => void
}

/**
 * Runs one submission at a time, however often it is started. Not a React action: while one is pending it holds back
 * every change of page, and it empties the form afterwards.
 */
export function useSending(): Sending {
  const [state, setState] = useState<Sending['state']>('idle')
  const sending = useRef<Promise<void>>(undefined)
  function start(send: () => Promise<void>) {
    if (sending.current) return
    setState('sending')
    sending.current = send()
      .catch(reportBug)
      .finally(() => {
        sending.current = undefined
        setState('idle')
      })
  }
  return { state, start }
}

/** Expected failures are reported by the submission itself; this one is unexpected. */
function reportBug(bug: unknown) {
  showLine(connectionMessages.failed, 'error')
  reportError(bug)
}
