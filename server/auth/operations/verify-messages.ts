import type * as v from 'valibot'
import { parseEmail, phoneFault } from '../contract/account-fields.ts'
import { type AuthFault, type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { faultParameters, withFragment, withQuery } from '../contract/redirects.ts'
import { pkcePrefix } from './one-time-tokens.ts'
import type { SessionJson } from './open-session.ts'
import { isVerificationType, type Proof, type Verified } from './verify.ts'

// The wire format of proofs and their outcomes, in URLs and in bodies (supabase/auth internal/api/verify.go).

export const verifySchema = bodySchema({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
})

const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The proof in a link's query. */
export function proofOfLink({ token, type }: Record<string, string>): AuthResult<Proof> {
  if (!type) return { fault: faults.verifyWithoutType }
  if (!token) return { fault: faults.verifyWithoutToken }
  if (!isVerificationType(type)) return { fault: faults.verifyType }
  const wanted = token.startsWith(pkcePrefix) ? 'auth-code' : 'session'
  return { ok: { type, presented: { hash: token }, wanted } }
}

/** The proof in a request's body: a link's hash alone, or a code with its address. */
export function proofOfBody(body: v.InferOutput<typeof verifySchema>): AuthResult<Proof> {
  const { type, token, token_hash: hash, email, phone, redirect_to: redirectTo } = body
  if (type === '') return { fault: faults.verifyWithoutType }
  if ((token === '') === (hash === '')) return { fault: faults.verifyTokenOrHash }
  if (hash !== '') {
    if (email !== '' || phone !== '' || redirectTo !== '') return { fault: faults.verifyHashAlone }
    if (!isVerificationType(type)) return { fault: faults.verifyType }
    return { ok: { type, presented: { hash }, wanted: 'session' } }
  }
  if ((email === '') === (phone === '')) return { fault: faults.verifyEmailOrPhone }
  if (phone !== '') return { fault: phoneProofFault(type, phone) }
  const address = parseEmail(email)
  if ('fault' in address) return { fault: faults.verifyEmailFormat }
  if (!isVerificationType(type)) return { fault: faults.codeInvalid }
  return { ok: { type, presented: { email: address.ok, code: token }, wanted: 'session' } }
}

/** Codes are never sent by SMS, so any code is wrong. */
function phoneProofFault(type: string, phone: string): AuthFault {
  const fault = phoneFault(phone)
  if (fault) return fault
  return type === 'sms' || type === 'phone_change' ? faults.codeInvalid : faults.verifyPhoneType
}

/** The address that the link redirects to, with the outcome in it. */
export function answerToLink({ type, wanted }: Proof, verified: AuthResult<Verified>, redirectTo: string): string {
  const byQuery = wanted === 'auth-code'
  if ('fault' in verified) {
    const parameters = faultParameters(verified.fault)
    return withFragment(byQuery ? withQuery(redirectTo, parameters) : redirectTo, parameters)
  }
  if (verified.ok === 'halfway') {
    return withFragment(byQuery ? withQuery(redirectTo, { message: halfway }) : redirectTo, { message: halfway })
  }
  if ('authCode' in verified.ok) return withQuery(redirectTo, { code: verified.ok.authCode })
  const { access_token, token_type, expires_in, expires_at, refresh_token } = verified.ok.session
  const times = { expires_in: String(expires_in), expires_at: String(expires_at) }
  return withFragment(redirectTo, { access_token, token_type, ...times, refresh_token, type })
}

export function answerToProof(verified: AuthResult<Verified>): AuthResult<SessionJson | { msg: string; code: string }> {
  if ('fault' in verified) return verified
  if (verified.ok === 'halfway') return { ok: { msg: halfway, code: '200' } }
  return 'session' in verified.ok ? { ok: verified.ok.session } : { fault: faults.unexpected }
}
