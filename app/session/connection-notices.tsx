import { useSyncExternalStore } from 'react'
import { connectionMessages } from '../../content/auth.ts'
import { useSessionKept } from '../backend/session-kept.ts'

/** Says, while the device knows that it is offline, that nothing is lost. Nothing otherwise, and not in the served page. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine, () => true)
  return (
    // The region stands there before it says something, or it would not be read out.
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

/** Says that the session ends with this document, where the browser blocks its storage or has it full. */
export function UnsavedSessionNotice() {
  const kept = useSessionKept()
  return (
    <div role="status">
      {kept === 'kept' ? null : <p className="notice">{connectionMessages.visitOnly}</p>}
    </div>
  )
}
