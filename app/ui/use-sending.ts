import { useRef, useState } from 'react'

/**
 * One sending at a time, however often it is started. Not a React action: the pending action would hold back every
 * change of page until its answer is there, and would empty the form afterwards.
 */
export function useSending(): { state: 'idle' | 'sending'; start: (send: () => Promise<void>) => void } {
  const [state, setState] = useState<'idle' | 'sending'>('idle')
  const sending = useRef<Promise<void>>(undefined)
  function start(send: () => Promise<void>) {
    if (sending.current) return
    setState('sending')
    sending.current = send().finally(() => {
      sending.current = undefined
      setState('idle')
    })
  }
  return { state, start }
}
