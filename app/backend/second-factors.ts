import { type Factor, type GoTrueClient, isAuthRetryableFetchError } from '@supabase/auth-js'
import { recoveryWords } from '#words/account.ts'
import { showCode } from './account-help.ts'
import { type Answer, type Refused, refused } from './accounts.ts'
import { answerTo, refusalTo } from './own-credentials.ts'
import { lastSecondMethod } from './session-proofs.ts'

/** An authenticator app that is about to be added. */
export interface NewApp {
  factorId: string
  /** The address of a picture. */
  qrCode: string
  /** Base32, to be typed. */
  secret: string
  /** `otpauth://totp/…`, for an app on this device. */
  uri: string
}

export interface CodesLeft {
  remaining: number
  total: number
}

const appName = 'Authenticator app'

/** The authenticator apps that count. */
export const appsOf = (factors: Factor[]): Factor[] =>
  factors.filter((factor) => factor.factor_type === 'totp' && factor.status === 'verified')

/**
 * Begins with another app. It counts once it has shown its first code. The first one wants a fresh proof of who asks
 * (R-ACCOUNT-PROOF).
 */
export async function beginApp(
  auth: GoTrueClient,
  issuer: string,
  factors: Factor[],
): Promise<NewApp | { outcome: 'proof-needed' } | Refused> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', issuer, friendlyName: freeName(factors) })
  if (error?.code === 'reauthentication_needed') return { outcome: 'proof-needed' }
  if (error) return refusalTo(error)
  const { qr_code: picture, secret, uri } = data.totp
  // The client puts the picture into an address as it is; a `#` in it would cut it off.
  const svg = picture.slice(picture.indexOf(',') + 1)
  return { factorId: data.id, qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret, uri }
}

/** `Authenticator app`, or the same with the first number that no factor has: names are unique within an account. */
function freeName(factors: Factor[]): string {
  const taken = new Set(factors.map((factor) => factor.friendly_name))
  let name = appName
  for (let number = 2; taken.has(name); number += 1) name = `${appName} ${number}`
  return name
}

/** Shows a code of one of these apps: the first of a new one, which makes it count, or one that proves who is signed in. */
export async function proveCode(auth: GoTrueClient, apps: string[], code: string): Promise<Answer> {
  return answerTo(await showCode(auth, apps, code))
}

/** Drops an app that was begun and has shown no code. */
export async function dropApp(auth: GoTrueClient, factorId: string): Promise<void> {
  await auth.mfa.unenroll({ factorId })
}

/**
 * Removes an app; with the last one go the recovery codes, which cannot stand alone. The session is renewed, since its
 * token still tells of the app.
 */
export async function removeApp(auth: GoTrueClient, factorId: string, others: 'others' | 'codes' | 'nothing'): Promise<Answer> {
  if (others === 'codes') {
    const { error } = await auth.mfa.recoveryCodes.unenroll()
    if (error) return answerTo(error)
  }
  const { error } = await auth.mfa.unenroll({ factorId })
  if (!error) await auth.refreshSession()
  return answerTo(error)
}

/** Whether this session got in by a recovery code: its last app must not be removed, since the codes would go first. */
export async function isByRecoveryCode(auth: GoTrueClient): Promise<boolean> {
  const { data } = await auth.getSession()
  return data.session !== null && lastSecondMethod(data.session) === 'mfa/recovery_code'
}

/** How many recovery codes are unused; undefined where there are none, or the service does not say. */
export async function readCodes(auth: GoTrueClient, factors: Factor[]): Promise<CodesLeft | undefined> {
  if (!factors.some((factor) => factor.factor_type === 'recovery_code')) return undefined
  const { data } = await auth.mfa.recoveryCodes.getStatus()
  return data ? { remaining: data.remaining, total: data.total } : undefined
}

/** Makes recovery codes, which are shown this once; `again` replaces those that were made before. */
export async function makeCodes(
  auth: GoTrueClient,
  which: 'first' | 'again',
): Promise<{ outcome: 'made'; codes: string[] } | { outcome: 'unavailable' } | Refused> {
  const { recoveryCodes } = auth.mfa
  const { data, error } = await (which === 'first' ? recoveryCodes.generate() : recoveryCodes.regenerate())
  if (data) return { outcome: 'made', codes: data.codes }
  // They may have been made, and nobody has seen them.
  if (isAuthRetryableFetchError(error)) return refused(recoveryWords.lost)
  // Switched off, or a service that is older than they are.
  const isOff = error.code === 'mfa_recovery_codes_enroll_not_enabled' || error.status === 404
  return isOff ? { outcome: 'unavailable' } : refusalTo(error)
}
