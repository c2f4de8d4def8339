import { useEffect, useState } from 'react'
import { backend } from './backend.ts'
import type { Session } from './session.ts'

export type { Session } from './session.ts'

/** The visitor's session: checked when the page opens, and watched until it is left (R-SESSION). */
export function useSession(): Session {
  const [session, setSession] = useState<Session>({ state: 'checking' })
  useEffect(() => backend().watchSession(setSession), [])
  return session
}

/**
 * Retries an unreachable session at once. The result arrives through `watchSession`; the promise settles when the attempt
 * is over.
 */
export function retrySession(): Promise<void> {
  return backend().retrySession()
}
