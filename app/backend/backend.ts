import type { Credentials } from '../../domain/credentials.ts'
import { browserClock, type Clock } from '../clock.ts'
import {
  askForPassword, choosePassword, type EmailCodePurpose, followLink, type LinkAnswer, resendConfirmation, verifyEmailCode,
  verifyFactor,
} from './account-help.ts'
import { type AccountReading, type Answer, readAccount, signIn, type SignInAnswer, signOut, signUp } from './accounts.ts'
import { type BackendAddress, backendAddress } from './address.ts'
import { openAuth } from './auth-client.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { keptText, nameHere } from './browser-storage.ts'
import type { LinkCode } from './email-link.ts'
import type { Connection } from './enrollments.ts'
import { createRecovery, type Session, watchSession } from './session.ts'
import { noteSignOutOfSession } from './stored-session.ts'

/** What the site asks of its backend about accounts. Expected failures are values; nothing here rejects for them. */
export interface Backend {
  signUp(credentials: Credentials): Promise<Answer>
  signIn(credentials: Credentials): Promise<SignInAnswer>
  /** A deliberate sign-out, which also deletes what this browser stored for the account, in all tabs. */
  signOut(): Promise<void>
  askForPassword(email: string): Promise<Answer>
  resendConfirmation(email: string): Promise<Answer>
  verifyEmailCode(proof: { email: string; code: string; purpose: EmailCodePurpose }): Promise<Answer>
  followLink(link: LinkCode): Promise<LinkAnswer>
  choosePassword(password: string): Promise<Answer>
  verifyFactor(factorId: string, code: string): Promise<Answer>
  readAccount(): Promise<AccountReading>
  watchSession(listener: (session: Session) => void): () => void
  retrySession(): Promise<void>
  /** For requests to the rest of the backend as the signed-in user. */
  connection: Connection
}

/** Opens the backend at an address. */
export function openBackend(address: BackendAddress, fetch: typeof globalThis.fetch, clock: Clock): Backend {
  const headers: Record<string, string> = address.publishableKey ? { apikey: address.publishableKey } : {}
  const network = boundedFetch(fetch, clock)
  const auth = openAuth(address, headers, network)
  const recovery = createRecovery(keptText('tab', nameHere('choosing-password')))
  return {
    signUp: (credentials) => signUp(auth, credentials, address.siteRoot),
    signIn: (credentials) => signIn(auth, recovery, credentials),
    signOut() {
      // First, so that listeners to the end of the session know that it was deliberate.
      noteSignOutOfSession(address.sessionKey, Date.now())
      return signOut(auth)
    },
    askForPassword: (email) => askForPassword(auth, email, address.siteRoot),
    resendConfirmation: (email) => resendConfirmation(auth, email, address.siteRoot),
    verifyEmailCode: (proof) => verifyEmailCode(auth, recovery, proof),
    followLink: (link) => followLink(auth, recovery, link),
    choosePassword: (password) => choosePassword(auth, password),
    verifyFactor: (factorId, code) => verifyFactor(auth, factorId, code),
    readAccount: () => readAccount(auth, recovery),
    watchSession: (listener) => watchSession({ auth, recovery, clock }, listener),
    retrySession: () => auth.retry(),
    connection: { url: address.url, headers, fetch: authorizedFetch(auth, network) },
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
