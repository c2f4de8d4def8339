import { useEffect, useRef } from 'react'

/**
 * Calls `onReturn` when the document is restored from the back/forward cache, after the browser has restored its forms:
 * WebKit empties fields with `autocomplete="off"`.
 */
export function useReturn(onReturn: () => void): void {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    const hear = ({ persisted }: PageTransitionEvent) => persisted && requestAnimationFrame(() => latest.current())
    addEventListener('pageshow', hear)
    return () => removeEventListener('pageshow', hear)
  }, [])
}
