import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { authMessages, linkProblems } from '#words/auth.ts'
import { connectionMessages } from '#words/connection.ts'
import type { LinkToken } from '../../domain/email-link.ts'
import { type Answer, done, readable, type Refused, refused, signOut } from './accounts.ts'
import type { LinkCode } from './links/landing.ts'
import { lacksCode, type Recovery } from './session.ts'

/** What a six-digit code from an e-mail proves. */
export type EmailCodePurpose = 'confirmation' | 'recovery'

/** What a link in an e-mail led to. `elsewhere`: it was asked for in another browser, which alone can use its code. */
export type LinkAnswer = { outcome: 'confirmed' | 'recovery' | 'elsewhere' } | Refused

/** Asks for an e-mail with a link and a code to choose a new password. The answer tells nothing about the account. */
export async function askForPassword(auth: GoTrueClient, email: string, redirectTo: string): Promise<Answer> {
  return answer(async () => sent((await auth.resetPasswordForEmail(email, { redirectTo })).error))
}

/** Asks for another confirmation e-mail. The answer tells nothing about the account. */
export async function resendConfirmation(auth: GoTrueClient, email: string, redirectTo: string): Promise<Answer> {
  return answer(async () => sent((await auth.resend({ type: 'signup', email, options: { emailRedirectTo: redirectTo } })).error))
}

/** The backend refuses a second e-mail within a minute, but only for addresses that have an account. */
const sent = (error: AuthError | null) => (error?.code === 'over_email_send_rate_limit' ? null : error)

/** Proves an address by the code in an e-mail, which signs in; after `recovery` a new password is to be chosen. */
export async function verifyEmailCode(
  auth: GoTrueClient,
  recovery: Recovery,
  proof: { email: string; code: string; purpose: EmailCodePurpose },
): Promise<Answer> {
  const { email, code, purpose } = proof
  const type = purpose === 'recovery' ? 'recovery' : 'email'
  return answer(async () => (await recovery.during(() => auth.verifyOtp({ email, token: code, type }))).error)
}

const proofIsElsewhere = new Set(['pkce_code_verifier_not_found', 'bad_code_verifier'])

/** Exchanges the code of a link for a session. */
export async function followLink(
  auth: GoTrueClient,
  recovery: Recovery,
  { code, flowId }: LinkCode,
): Promise<LinkAnswer> {
  try {
    const options = flowId === undefined ? undefined : { flowId }
    const { data, error } = await recovery.during(() => auth.exchangeCodeForSession(code, options))
    if (error && proofIsElsewhere.has(error.code ?? '')) return { outcome: 'elsewhere' }
    if (error) return refused(readable(error) ?? connectionMessages.failed)
    return { outcome: data.user && recovery.isFor(data.user.id) ? 'recovery' : 'confirmed' }
  } catch {
    return refused(connectionMessages.failed)
  }
}

/**
 * What the press on a link's page led to. `choosing-password` and `needs-code`: /auth asks for that; `halfway`: the other
 * address has to agree to the change too.
 */
export type PressAnswer = { outcome: 'signed-in' | 'choosing-password' | 'needs-code' | 'halfway' } | Refused

/** Uses the token of a link in an e-mail, which proves the address and signs in, in whichever browser (R-EMAIL-LINK). */
export async function pressLink(auth: GoTrueClient, recovery: Recovery, { hash, type, email }: LinkToken): Promise<PressAnswer> {
  try {
    const { data, error } = await recovery.during(async () => {
      const proof = await auth.verifyOtp({ token_hash: hash, type })
      // Whoever was invited has no password yet; nobody else may be listening while the page is open.
      if (type === 'recovery' || type === 'invite') recovery.hear('PASSWORD_RECOVERY', proof.data.session)
      return proof
    })
    if (error) return refused(linkProblems[error.code ?? ''] ?? readable(error) ?? connectionMessages.failed)
    const { session } = data
    if (!session) return { outcome: 'halfway' }
    // A stranger's link would sign in to the stranger's account, whatever address it names.
    if (session.user.email?.toLowerCase() !== email.toLowerCase()) {
      await signOut(auth)
      return refused(authMessages.brokenLink)
    }
    if (lacksCode(session)) return { outcome: 'needs-code' }
    return { outcome: recovery.isFor(session.user.id) ? 'choosing-password' : 'signed-in' }
  } catch {
    return refused(connectionMessages.failed)
  }
}

/** Sets the password of whoever is signed in. */
export async function choosePassword(auth: GoTrueClient, password: string): Promise<Answer> {
  return answer(async () => (await auth.updateUser({ password })).error)
}

/** Shows the code of an authenticator app. */
export async function verifyFactor(auth: GoTrueClient, apps: string[], code: string): Promise<Answer> {
  return answer(() => showCode(auth, apps, code))
}

/** The same, whichever of these apps the code comes from; answers with the last refusal. */
export async function showCode(auth: GoTrueClient, apps: string[], code: string): Promise<AuthError | null> {
  let refusal: AuthError | null = null
  for (const factorId of apps) {
    refusal = (await auth.mfa.challengeAndVerify({ factorId, code })).error
    if (refusal?.code !== 'mfa_verification_failed') break
  }
  return refusal
}

/** Shows one of the recovery codes in its place, once. */
export async function verifyRecoveryCode(auth: GoTrueClient, code: string): Promise<Answer> {
  return answer(async () => (await auth.mfa.recoveryCodes.verify({ code })).error)
}

async function answer(ask: () => Promise<AuthError | null>): Promise<Answer> {
  try {
    const error = await ask()
    return error ? refused(readable(error) ?? connectionMessages.failed) : done
  } catch {
    return refused(connectionMessages.failed)
  }
}
