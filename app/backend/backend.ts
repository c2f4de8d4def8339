import type { GoTrueClient } from '@supabase/auth-js'
import { browserClock, type Clock } from '../clock.ts'
import { type AccountReading, readAccount, signOut } from './accounts.ts'
import { type BackendAddress, backendAddress } from './address.ts'
import { openAuth } from './auth-client.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { keptText, nameHere } from './browser-storage.ts'
import type { Connection } from './enrollments.ts'
import { createRecovery, type Recovery, type Session, watchSession } from './session.ts'
import { noteSignOutOfSession } from './stored-session.ts'

/**
 * What every page with a session asks of the backend; what one page alone asks is in `sign-in-backend.ts`,
 * `enrollment-backend.ts` and `account-backend.ts`. Expected failures are values; nothing here rejects for them.
 */
export interface Backend {
  /** A deliberate sign-out, which also deletes what this browser stored for the account, in all tabs. */
  signOut(): Promise<void>
  readAccount(): Promise<AccountReading>
  watchSession(listener: (session: Session) => void): () => void
  retrySession(): Promise<void>
  /** For requests to the rest of the backend as the signed-in user. */
  connection: Connection
  auth: GoTrueClient
  recovery: Recovery
  /** Where the sign-in service leads back to. */
  siteRoot: string
}

/** Opens the backend at an address. */
export function openBackend(address: BackendAddress, fetch: typeof globalThis.fetch, clock: Clock): Backend {
  const headers: Record<string, string> = address.publishableKey ? { apikey: address.publishableKey } : {}
  const network = boundedFetch(fetch, clock)
  const auth = openAuth(address, headers, network)
  const recovery = createRecovery(keptText('tab', nameHere('choosing-password')))
  return {
    signOut() {
      // First, so that listeners to the end of the session know that it was deliberate.
      noteSignOutOfSession(address.sessionKey, Date.now())
      return signOut(auth)
    },
    readAccount: () => readAccount(auth, recovery),
    watchSession: (listener) => watchSession({ auth, recovery, clock }, listener),
    retrySession: () => auth.retry(),
    connection: { url: address.url, headers, fetch: authorizedFetch(auth, network) },
    auth,
    recovery,
    siteRoot: address.siteRoot,
  }
}

let opened: Backend | undefined

/** The site's one backend, opened at first use and only in a browser: pages are also drawn where there is none. */
export function backend(): Backend {
  opened ??= openInBrowser()
  return opened
}

function openInBrowser(): Backend {
  const { BASE_URL, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = import.meta.env
  const address = backendAddress({ BASE_URL, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY }, location.origin)
  const found = openBackend(address, (input, init) => fetch(input, init), browserClock)
  // Without waiting for the client's next attempt.
  addEventListener('online', () => void found.retrySession())
  return found
}
