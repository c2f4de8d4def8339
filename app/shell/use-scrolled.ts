import { useSyncExternalStore } from 'react'

/** R-HEADER: the header changes past this many pixels. The style sheet has the same figure for browsers without script. */
const thresholdPixels = 10

/** Whether the page is scrolled, also when it was loaded so. */
export function useScrolled(): boolean {
  return useSyncExternalStore(watchScroll, () => window.scrollY > thresholdPixels, () => false)
}

function watchScroll(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}
