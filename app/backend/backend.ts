import { AuthClient } from '@supabase/auth-js'
import type { Credentials } from '../../domain/credentials.ts'
import type { ClientData, EnrollmentRow } from '../../domain/enrollment.ts'
import { type Account, type Answer, readAccount, signIn, signOut, signUp, watchAccount } from './accounts.ts'
import { type BackendAddress, backendAddress } from './address.ts'
import { type Connection, type Delivery, requestDelivery, type Saved, saveEnrollment } from './enrollments.ts'

/** Everything the site asks of its backend. Expected failures are values; nothing here rejects for them. */
export interface Backend {
  signUp(credentials: Credentials): Promise<Answer>
  signIn(credentials: Credentials): Promise<Answer>
  signOut(): Promise<void>
  readAccount(): Promise<Account | undefined>
  watchAccount(listener: (account: Account | undefined) => void): () => void
  saveEnrollment(row: EnrollmentRow, enrollmentId?: string): Promise<Saved>
  requestDelivery(enrollmentId: string, clientData: ClientData): Promise<Delivery>
}

/** Opens the backend at an address. The session is kept in local storage and refreshed by itself. */
export function openBackend(address: BackendAddress, network: typeof fetch): Backend {
  const keyHeader: Record<string, string> = address.publishableKey ? { apikey: address.publishableKey } : {}
  const auth = new AuthClient({
    url: `${address.url}/auth/v1`,
    headers: keyHeader,
    storageKey: address.sessionKey,
    fetch: network,
    // A link with tokens could sign a visitor in to somebody else's account, who would then own what is typed here.
    detectSessionInUrl: false,
  })
  const connect = async (): Promise<Connection> => {
    const { data } = await auth.getSession()
    const bearer = data.session && { Authorization: `Bearer ${data.session.access_token}` }
    return { url: address.url, headers: { ...keyHeader, ...bearer }, fetch: network }
  }
  return {
    signUp: (credentials) => signUp(auth, credentials, address.siteRoot),
    signIn: (credentials) => signIn(auth, credentials),
    signOut: () => signOut(auth),
    readAccount: () => readAccount(auth),
    watchAccount: (listener) => watchAccount(auth, listener),
    saveEnrollment: async (row, enrollmentId) => saveEnrollment(await connect(), row, enrollmentId),
    requestDelivery: async (enrollmentId, clientData) => requestDelivery(await connect(), enrollmentId, clientData),
  }
}

let opened: Backend | undefined

/** The site's one backend, opened at first use and only in a browser: pages are also drawn where there is none. */
export function backend(): Backend {
  opened ??= openBackend(
    backendAddress(
      {
        BASE_URL: import.meta.env.BASE_URL,
        SUPABASE_URL: import.meta.env.SUPABASE_URL,
        SUPABASE_PUBLISHABLE_KEY: import.meta.env.SUPABASE_PUBLISHABLE_KEY,
      },
      location.origin,
    ),
    (input, init) => fetch(input, init),
  )
  return opened
}
