import type { GoTrueClient } from '@supabase/auth-js'
import { authMessages } from '#words/auth.ts'
import type { Credentials } from '../../domain/credentials.ts'
import { type Answer, done, readable, type Refused, refused } from './accounts.ts'
import { lacksCode, type Recovery } from './session.ts'

export type SignInAnswer = { outcome: 'done' | 'needs-code' } | Refused

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
