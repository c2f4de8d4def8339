import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Whether an element that lies below the screen still waits to be seen, so that its reveal can start then. What is on
 * the screen already never waits, nor does anything for visitors who want no movement.
 */
export function useComesIntoView<Item extends HTMLElement>(): { list: RefObject<Item | null>; waiting: boolean } {
  const list = useRef<Item>(null)
  const [waiting, setWaiting] = useState(false)

  useEffect(() => {
    const element = list.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    if (element.getBoundingClientRect().top < innerHeight) return undefined
    setWaiting(true)
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      setWaiting(false)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { list, waiting }
}
