import { useEffect, useState } from 'react'
import { backend } from './backend.ts'
import type { Session } from './session.ts'

export type { Session } from './session.ts'

/** The visitor's session: checked when the page opens, followed while it is open, let go when it is left (R-SESSION). */
export function useSession(): Session {
  const [session, setSession] = useState<Session>({ state: 'checking' })
  useEffect(() => backend().watchSession(setSession), [])
  return session
}

/**
 * Tries at once to reach the server for a session that stands as `unreachable`; what comes of it is told as ever.
 * Settles when the attempt is over.
 */
export function retrySession(): Promise<void> {
  return backend().retrySession()
}
