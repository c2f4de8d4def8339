import { useRef, useState } from 'react'
import { authMessages } from '../../content/auth.ts'
import { showLine } from './toasts.tsx'

export interface Sending {
  state: 'idle' | 'sending'
  start: (send: () => Promise<void>) => void
}

/**
 * One sending at a time, however often it is started. Not a React action: the pending action would hold back every
 * change of page until its answer is there, and would empty the form afterwards.
 */
export function useSending(): Sending {
  const [state, setState] = useState<Sending['state']>('idle')
  const sending = useRef<Promise<void>>(undefined)
  function start(send: () => Promise<void>) {
    if (sending.current) return
    setState('sending')
    sending.current = send()
      .catch(sayBroken)
      .finally(() => {
        sending.current = undefined
        setState('idle')
      })
  }
  return { state, start }
}

/** What is expected to fail says so itself. This is a bug, which the visitor must hear of as well as the console. */
function sayBroken(bug: unknown) {
  showLine(authMessages.failed, 'error')
  reportError(bug)
}
