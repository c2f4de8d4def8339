import {
  type AuthChangeEvent,
  type Factor,
  type GoTrueClient,
  isAuthRetryableFetchError,
  type Session as AuthSession,
  type User,
} from '@supabase/auth-js'
import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import type { KeptText } from './browser-storage.ts'

/** Who is signed in. */
export interface Account {
  userId: string
  email: string
}

/** Only /auth deals with `needs-code` and `choosing-password`; everybody else sends the visitor there. */
export type Session =
  | { state: 'checking' }
  /** A stored session that cannot be refreshed now: no network, or a server that is down. It is tried again by itself. */
  | { state: 'unreachable' }
  | { state: 'signed-out' }
  /** The account has verified second factors, and this session has used none yet. None of them need be an authenticator app. */
  | { state: 'needs-code'; apps: string[]; recoveryCodes: 'made' | 'none' }
  | { state: 'choosing-password'; account: Account }
  | { state: 'signed-in'; account: Account }

/** The tab's memory that somebody has proved an address in it and is to choose a new password. */
export interface Recovery {
  /** Runs what may prove the address. A recovery that is heard of meanwhile is this tab's own. */
  during: <Result>(prove: () => Promise<Result>) => Promise<Result>
  hear: (event: AuthChangeEvent, session: AuthSession | null) => void
  isFor: (userId: string) => boolean
  forget: () => void
}

/** How long a check may take before the session counts as unreachable. */
const patienceMs = 4000

interface SessionSources {
  auth: GoTrueClient
  recovery: Recovery
  clock: Clock
}

/**
 * Reports the session's state once it has been read, then at every change, in whichever tab, until the returned function
 * is called.
 */
export function watchSession({ auth, recovery, clock }: SessionSources, listener: (session: Session) => void): () => void {
  let latest: object | undefined
  function tell(session: Session) {
    latest = session
    stopWaiting()
    listener(session)
  }
  const stopWaiting = clock.start(() => listener({ state: 'unreachable' }), patienceMs)
  const { data } = auth.onAuthStateChange((event, session) => {
    recovery.hear(event, session)
    // The client says "no session" at first also when it could not refresh the one it has.
    if (event === 'INITIAL_SESSION' && !session) void settle()
    else tell(stateOf(session, recovery))
  })
  const released = {}
  async function settle() {
    const before = latest
    const session = await readSession(auth, recovery)
    if (latest === before) tell(session)
  }
  return () => {
    latest = released
    stopWaiting()
    data.subscription.unsubscribe()
  }
}

/** The session's state now; an expired one is refreshed first. */
export async function readSession(auth: GoTrueClient, recovery: Recovery): Promise<Session> {
  const { data, error } = await auth.getSession()
  return isAuthRetryableFetchError(error) ? { state: 'unreachable' } : stateOf(data.session, recovery)
}

/**
 * Every event (R-SESSION-EVENTS) but two means the same: the session that it carries is the one. They are SIGNED_IN (a tab that comes
 * into view says it too), TOKEN_REFRESHED, MFA_CHALLENGE_VERIFIED and INITIAL_SESSION, and SIGNED_OUT, which carries none.
 */
function stateOf(session: AuthSession | null, recovery: Recovery): Session {
  if (!session) return { state: 'signed-out' }
  if (lacksCode(session)) {
    const recoveryCodes = verified(session.user, 'recovery_code').length > 0 ? 'made' : 'none'
    return { state: 'needs-code', apps: verified(session.user, 'totp'), recoveryCodes }
  }
  const account = { userId: session.user.id, email: session.user.email ?? '' }
  return { state: recovery.isFor(account.userId) ? 'choosing-password' : 'signed-in', account }
}

/** The two others: PASSWORD_RECOVERY asks for a new password in the tab that caused it, USER_UPDATED says it is set. */
export function createRecovery(kept: KeptText): Recovery {
  let state: 'idle' | 'proving' = 'idle'
  return {
    async during(prove) {
      state = 'proving'
      try {
        return await prove()
      } finally {
        state = 'idle'
      }
    },
    hear(event, session) {
      if (event === 'PASSWORD_RECOVERY' && state === 'proving' && session) kept.write(session.user.id)
      if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') kept.forget()
    },
    isFor: (userId) => kept.read() === userId,
    forget: kept.forget,
  }
}

const claimsSchema = v.pipe(v.string(), v.parseJson(), v.object({ aal: v.optional(v.string()) }))

/** Whether the account has a verified factor that this session has not used (assurance level 1). */
export function lacksCode({ access_token: token, user }: AuthSession): boolean {
  if (!user.factors?.some(isVerified)) return false
  const claims = v.safeParse(claimsSchema, decoded(token.split('.')[1] ?? ''))
  return !(claims.success && claims.output.aal === 'aal2')
}

const isVerified = ({ status }: Factor) => status === 'verified'

const verified = ({ factors = [] }: User, type: Factor['factor_type']): string[] =>
  factors.flatMap((factor) => (isVerified(factor) && factor.factor_type === type ? [factor.id] : []))

/** Base64url; '' for anything else. */
export function decoded(base64Url: string): string {
  try {
    return atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
