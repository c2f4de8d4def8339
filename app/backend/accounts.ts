import type { GoTrueClient } from '@supabase/auth-js'
import { authMessages } from '../../content/auth.ts'
import type { Credentials } from '../../domain/credentials.ts'

/** Who is signed in. */
export interface Account {
  userId: string
  email: string
}

export type Answer = { outcome: 'done' } | { outcome: 'refused'; message: string }

const done: Answer = { outcome: 'done' }
const refused = (message: string): Answer => ({ outcome: 'refused', message })

/** auth-js turns an error body that it cannot read into the text `{}`: nothing for people to read. */
const readable = (message: string) => (/\w/.test(message) ? message : undefined)

/** Creates an account (§7.2, §8). A link in a confirmation e-mail leads to `redirectTo`. */
export async function signUp(auth: GoTrueClient, credentials: Credentials, redirectTo: string): Promise<Answer> {
  try {
    const { data, error } = await auth.signUp({ ...credentials, options: { emailRedirectTo: redirectTo } })
    if (error?.message.includes('already registered')) return refused(authMessages.alreadyRegistered)
    if (error) return refused(readable(error.message) ?? authMessages.signUpFailed)
    // With e-mail confirmation on, the backend hides that an address is taken behind a user without identities.
    if (data.user?.identities?.length === 0) return refused(authMessages.alreadyRegistered)
    return done
  } catch {
    return refused(authMessages.signUpFailed)
  }
}

/** Signs in with a password (§7.3, §8). */
export async function signIn(auth: GoTrueClient, credentials: Credentials): Promise<Answer> {
  try {
    const { error } = await auth.signInWithPassword(credentials)
    if (error?.message.includes('Invalid login credentials')) return refused(authMessages.wrongCredentials)
    if (error) return refused(readable(error.message) ?? authMessages.signInFailed)
    return done
  } catch {
    return refused(authMessages.signInFailed)
  }
}

/** Signs this browser out, also when the network is away; other devices stay signed in. */
export async function signOut(auth: GoTrueClient): Promise<void> {
  await auth.signOut({ scope: 'local' })
}

/** Who is signed in now; an expired session is refreshed first. */
export async function readAccount(auth: GoTrueClient): Promise<Account | undefined> {
  const { data } = await auth.getSession()
  return accountOf(data.session)
}

/**
 * Tells who is signed in: once when the session has been read, then at every change, `undefined` for nobody.
 * Returns what ends the subscription.
 */
export function watchAccount(auth: GoTrueClient, listener: (account: Account | undefined) => void): () => void {
  const { data } = auth.onAuthStateChange((_event, session) => listener(accountOf(session)))
  return () => data.subscription.unsubscribe()
}

function accountOf(session: { user: { id: string; email?: string } } | null): Account | undefined {
  return session ? { userId: session.user.id, email: session.user.email ?? '' } : undefined
}
