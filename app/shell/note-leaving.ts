/**
 * Notes whether another page is asked for until `signal` is aborted. Firefox gives up whatever is being fetched at that
 * moment, long before it hides the page: that is no failure.
 */
export function noteLeaving(signal: AbortSignal): () => boolean {
  let leaving = false
  addEventListener('beforeunload', () => (leaving = true), { signal })
  return () => leaving
}
