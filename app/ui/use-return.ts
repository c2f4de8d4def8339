import { useEffect, useRef } from 'react'

/**
 * Calls `onReturn` when the reader comes back to this document, which the browser had put aside as it was: after the
 * browser has put things in order, which for WebKit means that it empties what has `autocomplete="off"`.
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
