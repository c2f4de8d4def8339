import { useSyncExternalStore } from 'react'
import { connectionMessages } from '#words/connection.ts'
import { useSessionKept } from '../backend/session-kept.ts'

/** Shown while the device knows that it is offline: nothing is lost. Never in the served page. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine, () => true)
  return (
    // Rendered while empty, too: screen readers announce only what changes in a live region.
    <div role="status">
      {isOnline ? null : <p className="notice">{connectionMessages.offline}</p>}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Shown where the browser's storage is blocked or full: the session ends with this document. */
export function UnsavedSessionNotice() {
  const kept = useSessionKept()
  return (
    <div role="status">
      {kept === 'kept' ? null : <p className="notice">{connectionMessages.visitOnly}</p>}
    </div>
  )
}
