import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { authMessages } from '#words/auth.ts'
import type { Credentials } from '../../domain/credentials.ts'
import { type Account, lacksCode, readSession, type Recovery } from './session.ts'

export type { Account } from './session.ts'

export type Answer = { outcome: 'done' } | Refused
export type SignInAnswer = { outcome: 'done' | 'needs-code' } | Refused

/** `address-unconfirmed`: the way on is another confirmation e-mail. */
export type Refused = { outcome: 'refused'; message: string; because?: 'address-unconfirmed' }

export type AccountReading = { outcome: 'signed-in'; account: Account } | { outcome: 'signed-out' | 'unreachable' }

export const done: Answer = { outcome: 'done' }
export const refused = (message: string): Refused => ({ outcome: 'refused', message })

/** auth-js turns an error body that it cannot read into the text `{}`: nothing for people to read. */
export const readable = ({ message }: AuthError) => (/\w/.test(message) ? message : undefined)

/** Creates an account (R-SIGN-UP). A link in a confirmation e-mail leads to `redirectTo`. */
export async function signUp(auth: GoTrueClient, credentials: Credentials, redirectTo: string): Promise<Answer> {
  try {
    const { data, error } = await auth.signUp({ ...credentials, options: { emailRedirectTo: redirectTo } })
    if (error?.message.includes('already registered')) return refused(authMessages.alreadyRegistered)
    if (error) return refused(readable(error) ?? authMessages.signUpFailed)
    // With e-mail confirmation on, the backend hides that an address is taken behind a user without identities.
    if (data.user?.identities?.length === 0) return refused(authMessages.alreadyRegistered)
    return done
  } catch {
    return refused(authMessages.signUpFailed)
  }
}

/** Signs in with a password (R-SIGN-IN). */
export async function signIn(auth: GoTrueClient, recovery: Recovery, credentials: Credentials): Promise<SignInAnswer> {
  try {
    // A recovery in progress in this tab ends: the password is known.
    recovery.forget()
    const { data, error } = await auth.signInWithPassword(credentials)
    if (error?.message.includes('Invalid login credentials')) return refused(authMessages.wrongCredentials)
    if (error?.code === 'email_not_confirmed') {
      return { ...refused(readable(error) ?? authMessages.signInFailed), because: 'address-unconfirmed' }
    }
    if (error) return refused(readable(error) ?? authMessages.signInFailed)
    return { outcome: lacksCode(data.session) ? 'needs-code' : 'done' }
  } catch {
    return refused(authMessages.signInFailed)
  }
}

/** Signs this browser out, also when the network is away; other devices stay signed in. */
export async function signOut(auth: GoTrueClient): Promise<void> {
  await auth.signOut({ scope: 'local' })
}

/** Who is signed in now; an expired session is refreshed first. A session that lacks its code or password is none yet. */
export async function readAccount(auth: GoTrueClient, recovery: Recovery): Promise<AccountReading> {
  const session = await readSession(auth, recovery)
  switch (session.state) {
    case 'signed-in':
      return { outcome: 'signed-in', account: session.account }
    case 'unreachable':
      return { outcome: 'unreachable' }
    default:
      return { outcome: 'signed-out' }
  }
}
