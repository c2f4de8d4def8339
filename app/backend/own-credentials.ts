import { type AuthError, type Factor, type GoTrueClient, isAuthRetryableFetchError } from '@supabase/auth-js'
import { accountPage, accountRefusals } from '#words/account.ts'
import { connectionMessages } from '#words/connection.ts'
import { type Answer, done, type Refused, refused } from './accounts.ts'
import { readSessionId } from './session-proofs.ts'

export type { Factor } from '@supabase/auth-js'

/** What the sign-in service knows of the caller now. */
export interface OwnUser {
  email: string
  /** The address that the account is to have, while it is not confirmed. */
  newEmail: string | undefined
  factors: Factor[]
}

/** `needs-code`: the service wants a code from the mailbox with it. */
export type PasswordAnswer = Answer | { outcome: 'needs-code' }
/** `halfway`: the other address has to confirm the change too. */
export type EmailAnswer = Answer | { outcome: 'halfway' }

export async function readOwnUser(auth: GoTrueClient): Promise<OwnUser | undefined> {
  const { data } = await auth.getUser()
  if (!data.user) return undefined
  const { email = '', new_email: newEmail, factors = [] } = data.user
  return { email, newEmail, factors }
}

/** Chooses a new password, with the current one or a code from the mailbox (R-ACCOUNT-PROOF). */
export async function changePassword(
  auth: GoTrueClient,
  { password, proof }: { password: string; proof: { current: string } | { code: string } },
): Promise<PasswordAnswer> {
  const shown = 'code' in proof ? { nonce: proof.code } : { current_password: proof.current }
  const { error } = await auth.updateUser({ password, ...shown })
  return error?.code === 'reauthentication_needed' ? { outcome: 'needs-code' } : answerTo(error)
}

/** Has a code sent to the mailbox, which stands in for the current password. */
export async function sendPasswordCode(auth: GoTrueClient): Promise<Answer> {
  return answerTo((await auth.reauthenticate()).error)
}

/** Asks for another address. It counts once both have confirmed it, each by a link or a code. */
export async function changeEmail(auth: GoTrueClient, email: string, redirectTo: string): Promise<Answer> {
  return answerTo((await auth.updateUser({ email }, { emailRedirectTo: redirectTo })).error)
}

/** Confirms the change for one of the two addresses, by the code that was sent there. */
export async function confirmEmail(auth: GoTrueClient, email: string, code: string): Promise<EmailAnswer> {
  const { data, error } = await auth.verifyOtp({ email, token: code, type: 'email_change' })
  if (error) return answerTo(error)
  return data.session ? done : { outcome: 'halfway' }
}

/**
 * Proves once more who is signed in, by the password. The service answers with a new session; returns the id of the one
 * before, which nobody uses any more.
 */
export async function provePassword(
  auth: GoTrueClient,
  credentials: { email: string; password: string },
): Promise<Answer | { outcome: 'done'; replaced: string | undefined }> {
  const replaced = await readSessionId(auth)
  const { error } = await auth.signInWithPassword(credentials)
  return error ? answerTo(error) : { outcome: 'done', replaced }
}

/** Ends every session but this one. */
export async function endOtherSessions(auth: GoTrueClient): Promise<Answer> {
  return answerTo((await auth.signOut({ scope: 'others' })).error)
}

export function answerTo(error: AuthError | null): Answer {
  return error ? refusalTo(error) : done
}

/** A refusal in our own words, as far as its code is known. Without an answer nothing is known of what has become of it. */
export function refusalTo(error: AuthError): Refused {
  if (isAuthRetryableFetchError(error)) return refused(accountPage.notDone)
  return refused(accountRefusals[error.code ?? ''] ?? connectionMessages.failed)
}
