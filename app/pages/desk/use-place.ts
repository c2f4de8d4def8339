import { useCallback, useSyncExternalStore } from 'react'
import { type Place, placeOf, searchOf } from './place.ts'

/** The place that the address names, and the way to another one. */
export function usePlace(): [Place, (place: Place) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const go = useCallback((place: Place) => {
    const address = location.pathname + searchOf(place)
    // As browsers do: the address that one is at already is no new entry.
    if (address === location.pathname + location.search) return
    history.pushState(null, '', address)
    for (const listener of listeners) listener()
  }, [])
  return [placeOf(search), go]
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}
