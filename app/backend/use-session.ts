import { useEffect, useState } from 'react'
import type { Account } from './accounts.ts'
import { backend } from './backend.ts'

export type Session = { state: 'checking' } | { state: 'signed-out' } | { state: 'signed-in'; account: Account }

/** The visitor's session: checked when the page opens, followed while it is open, let go when it is left (§7.1). */
export function useSession(): Session {
  const [session, setSession] = useState<Session>({ state: 'checking' })
  useEffect(
    () =>
      backend().watchAccount((account) =>
        setSession(account ? { state: 'signed-in', account } : { state: 'signed-out' }),
      ),
    [],
  )
  return session
}
