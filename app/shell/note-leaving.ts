/**
 * Tells whether the browser has begun to leave the page, listening until `signal` aborts. Firefox cancels all fetches at
 * that moment, long before it hides the page: they have not failed.
 */
export function noteLeaving(signal: AbortSignal): () => boolean {
  let leaving = false
  addEventListener('beforeunload', () => (leaving = true), { signal })
  return () => leaving
}
