import { type RefObject, useEffect, useRef } from 'react'

/** Hears of keys that are pressed within an element, while it is there. */
export function useKeys(box: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const element = box.current
    const hear = (event: KeyboardEvent) => latest.current(event)
    element?.addEventListener('keydown', hear)
    return () => element?.removeEventListener('keydown', hear)
  }, [box])
}
