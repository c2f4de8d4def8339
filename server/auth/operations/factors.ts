import { renderSVG } from 'uqr'
import * as v from 'valibot'
import { recordEvent } from '../stores/audit.ts'
import { lockRecoveryCodes } from '../stores/recovery-codes.ts'
import type { AuthService } from './auth-service.ts'
import { type Caller, hasVerifiedFactor, isProvenSince, lockCaller } from './caller.ts'
import { withEmails } from './emails.ts'
import { type AuthResult, type AuthFault, faults } from '../contract/faults.ts'
import { currentFactors, deleteFactor, type FactorFacts, insertFactor, lockOwnFactors } from '../stores/factors.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import type { SessionRow } from '../stores/sessions.ts'
import type { UserRow } from '../stores/users.ts'
import { newAuthenticator } from './totp.ts'

export const plainText = v.pipe(
  optionalText,
  v.check((text) => !text.includes('\0'), 'must be plain text'),
)

export const enrollSchema = bodySchema({ factor_type: optionalText, friendly_name: plainText, issuer: plainText })

export interface EnrolledFactor {
  id: string
  type: 'totp'
  friendly_name: string
  totp: { qr_code: string; secret: string; uri: string }
}

const maxFactors = 10

/** Unverified factors without a recent challenge are deleted after this time. */
export const unfinishedMs = 300_000

// The capacity of a QR code with medium error correction.
const maxUriLength = 2331

/** Enrolls an authenticator app as a second factor. It is unverified until its first valid code. */
export async function enrollFactor(
  { database, settings, now }: AuthService,
  caller: Caller,
  request: v.InferOutput<typeof enrollSchema>,
): Promise<AuthResult<EnrolledFactor>> {
  const { factor_type: type, friendly_name: friendlyName, issuer } = request
  if (type !== 'totp') return { fault: otherTypes.get(type) ?? faults.factorType }
  const authenticator = newAuthenticator(issuer || new URL(settings.siteUrl).host, caller.user.email)
  if (authenticator.uri.length > maxUriLength) return { fault: faults.factorTooLong }
  return database.transaction(async (client): Promise<AuthResult<EnrolledFactor>> => {
    const time = now()
    const locked = await lockCaller(client, caller, time)
    if ('fault' in locked) return locked
    const { user, session } = locked.ok
    const factors = await currentFactors(client, user.id, new Date(time.getTime() - unfinishedMs))
    const fault = enrollFault(factors, friendlyName, session.aal) ?? firstFactorFault(user, session, time)
    if (fault) return { fault }
    const { secret, uri } = authenticator
    const id = await insertFactor(client, { userId: user.id, friendlyName, secret }, time)
    await recordEvent(client, { action: 'factor_in_progress', actor: user, traits: { factor_id: id } }, time)
    const qrCode = renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4 })
    return { ok: { id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } } }
  })
}

/**
 * Removes a second factor. Removing a verified one requires aal2, is told to the account's address, and leaves no recovery
 * codes alone.
 */
export async function unenrollFactor(
  service: AuthService,
  caller: Caller,
  id: string,
): Promise<AuthResult<{ id: string }>> {
  return withEmails(service, async (client, outbox): Promise<AuthResult<{ id: string }>> => {
    const locked = await lockCaller(client, caller, service.now())
    if ('fault' in locked) return locked
    const { user, session } = locked.ok
    const codes = await lockRecoveryCodes(client, user.id)
    const factors = await lockOwnFactors(client, user.id)
    const factor = factors.find((own) => own.id === id)
    if (!factor) return { fault: faults.noSuchFactor }
    if (factor.factor_type === 'recovery_code') return { fault: faults.recoveryCodesElsewhere }
    if (factor.status === 'verified') {
      if (session.aal !== 'aal2') return { fault: faults.unenrollNeedsFactor }
      const others = factors.filter((other) => other.id !== id && other.status === 'verified')
      if (codes && others.every((other) => other.id === codes.factorId)) return { fault: faults.recoveryCodesWouldBeAlone }
      outbox.push({ kind: 'factor-removed', to: user.email })
    }
    await deleteFactor(client, id)
    const traits = { factor_id: id, factor_status: factor.status, session_id: session.id }
    await recordEvent(client, { action: 'factor_unenrolled', actor: user, traits }, service.now())
    return { ok: { id } }
  })
}

const otherTypes = new Map([
  ['phone', faults.phoneFactorsDisabled],
  ['webauthn', faults.webauthnFactorsDisabled],
])

/** For how long a proof lets a session add the factor that guards the account from then on (R-ACCOUNT-PROOF). */
const proofMs = 600_000

/**
 * Why this session may not add the account's first factor, if it may not: whoever adds it keeps its owner out, whose
 * password and mailbox open nothing without it. Supabase Auth asks for no proof.
 */
export const firstFactorFault = (user: UserRow, session: SessionRow, now: Date, graceMs = 0): AuthFault | undefined =>
  hasVerifiedFactor(user) || isProvenSince(session, new Date(now.getTime() - proofMs - graceMs)) ? undefined : faults.enrollNeedsProof

/** Why a factor of this name cannot be added beside the account's others, if it cannot. */
export function enrollFault(factors: FactorFacts[], friendlyName: string, aal: string): AuthFault | undefined {
  // As in Supabase Auth, two unnamed factors have the same name.
  if (factors.some((factor) => factor.friendly_name === friendlyName)) return faults.factorNameTaken(friendlyName)
  if (factors.length >= maxFactors) return faults.tooManyFactors
  const isGuarded = factors.some(({ status }) => status === 'verified')
  return isGuarded && aal !== 'aal2' ? faults.enrollNeedsFactor : undefined
}
