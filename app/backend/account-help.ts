import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { connectionMessages } from '#words/connection.ts'
import { type Answer, done, readable, type Refused, refused } from './accounts.ts'
import type { LinkCode } from './email-link.ts'
import type { Recovery } from './session.ts'

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
