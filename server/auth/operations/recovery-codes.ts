import { whenOk } from '../../../domain/result.ts'
import { createGate } from '../../runtime/gate.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import { recordEvent } from '../stores/audit.ts'
import { currentFactors, deleteFactor } from '../stores/factors.ts'
import {
  consumeCode,
  findRecoveryCodes,
  findUnusedCodes,
  insertRecoveryCodes,
  isUnused,
  lockRecoveryCodes,
  type RecoveryCodeSet,
  replaceRecoveryCodes,
} from '../stores/recovery-codes.ts'
import { upgradeToAal2 } from '../stores/session-tokens.ts'
import type { OpenSession } from '../stores/sessions.ts'
import { findUserById } from '../stores/users.ts'
import type { AuthService } from './auth-service.ts'
import { type Caller, lockCaller } from './caller.ts'
import { withEmails } from './emails.ts'
import { secondFactorAttempt } from './factor-attempt.ts'
import { enrollFault, plainText, unfinishedMs } from './factors.ts'
import { type SessionJson, sessionJson } from './open-session.ts'
import { hashRecoveryCode, isRecoveryCodeOf, newRecoveryCode, normalizedRecoveryCode } from './recovery-code-hash.ts'

export const generateSchema = bodySchema({ friendly_name: plainText })
export const recoverySchema = bodySchema({ code: optionalText })

const codesInSet = 10
const defaultName = 'Recovery codes'

/** What the contract says of a set; the codes themselves once, when they are made. */
interface RecoveryCodesJson {
  id: string
  type: 'recovery_code'
  friendly_name?: string
  total: number
  remaining?: number
  codes?: string[]
}

// Each hash takes a thread of the pool that also verifies access tokens.
const gate = createGate({ maxConcurrent: 1, maxWaiting: 64 })

async function inTurn<Value>(work: () => Promise<Value>): Promise<AuthResult<Value>> {
  const turn = await gate(work)
  return 'ok' in turn ? turn : { fault: faults.tooManyRequests }
}

/** How many codes the caller has, and how many are unused. */
export async function recoveryCodesStatus({ database }: AuthService, { user }: Caller): Promise<AuthResult<RecoveryCodesJson>> {
  const set = await findRecoveryCodes(database, user.id)
  if (!set) return { fault: faults.noRecoveryCodes }
  const { factorId, total, remaining } = set
  return { ok: { id: factorId, type: 'recovery_code', total, remaining } }
}

/** Makes the caller's first recovery codes, beside a factor that they stand in for. They are shown this once. */
export async function generateRecoveryCodes(
  service: AuthService,
  caller: Caller,
  friendlyName: string,
): Promise<AuthResult<RecoveryCodesJson>> {
  if (caller.session.aal !== 'aal2') return { fault: faults.recoveryCodesNeedFactor('generate') }
  const made = await makeCodes()
  return whenOk(made, ({ codes, hashes }) =>
    withEmails(service, async (client, outbox): Promise<AuthResult<RecoveryCodesJson>> => {
      const now = service.now()
      const locked = await lockCaller(client, caller, now)
      if ('fault' in locked) return locked
      const { user, session } = locked.ok
      const name = friendlyName.trim() || defaultName
      const factors = await currentFactors(client, user.id, new Date(now.getTime() - unfinishedMs))
      if (await lockRecoveryCodes(client, user.id)) return { fault: faults.recoveryCodesExist }
      const fault = enrollFault(factors, name, session.aal)
      if (fault) return { fault }
      if (!factors.some(({ status }) => status === 'verified')) return { fault: faults.recoveryCodesAlone }
      const id = await insertRecoveryCodes(client, { userId: user.id, friendlyName: name, hashes }, now)
      await recordEvent(client, { action: 'recovery_codes_generated', actor: user, traits: { factor_id: id } }, now)
      outbox.push({ kind: 'factor-added', to: user.email })
      return { ok: shown({ factorId: id, friendlyName: name }, codes) }
    }),
  )
}

/** Replaces the caller's recovery codes. The old ones work no longer. */
export async function regenerateRecoveryCodes(
  { database, now: clock }: AuthService,
  caller: Caller,
): Promise<AuthResult<RecoveryCodesJson>> {
  if (caller.session.aal !== 'aal2') return { fault: faults.recoveryCodesNeedFactor('regenerate') }
  return whenOk(await makeCodes(), ({ codes, hashes }) =>
    database.transaction(async (client): Promise<AuthResult<RecoveryCodesJson>> => {
      const now = clock()
      const locked = await lockCaller(client, caller, now)
      if ('fault' in locked) return locked
      const { user } = locked.ok
      const set = await lockRecoveryCodes(client, user.id)
      if (!set) return { fault: faults.noRecoveryCodes }
      await replaceRecoveryCodes(client, set.id, hashes, now)
      const traits = { factor_id: set.factorId }
      await recordEvent(client, { action: 'recovery_codes_regenerated', actor: user, traits }, now)
      return { ok: shown(set, codes) }
    }),
  )
}

/** Deletes the caller's recovery codes. */
export async function deleteRecoveryCodes(service: AuthService, caller: Caller): Promise<AuthResult<{ id: string }>> {
  if (caller.session.aal !== 'aal2') return { fault: faults.recoveryCodesNeedFactor('delete') }
  return withEmails(service, async (client, outbox): Promise<AuthResult<{ id: string }>> => {
    const locked = await lockCaller(client, caller, service.now())
    if ('fault' in locked) return locked
    const { user } = locked.ok
    const set = await lockRecoveryCodes(client, user.id)
    if (!set) return { fault: faults.noRecoveryCodes }
    await deleteFactor(client, set.factorId)
    const traits = { factor_id: set.factorId }
    await recordEvent(client, { action: 'recovery_codes_deleted', actor: user, traits }, service.now())
    outbox.push({ kind: 'factor-removed', to: user.email })
    return { ok: { id: set.factorId } }
  })
}

/**
 * Takes a recovery code in place of a code of the authenticator app: the session is upgraded to aal2, and sessions at aal1
 * end. A code works once, and its use is told to the account's address.
 */
export async function verifyRecoveryCode(
  service: AuthService,
  caller: Caller,
  typed: string,
  address: string | undefined,
): Promise<AuthResult<SessionJson>> {
  const code = normalizedRecoveryCode(typed)
  if (code === '') return { fault: faults.factorCodeMissing }
  const attempt = await secondFactorAttempt(service, caller, address)
  if ('fault' in attempt) {
    const { retryAfterSeconds } = attempt.fault
    return { fault: { ...faults.recoveryCodesLocked, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } }
  }
  const matched = await inTurn(() => codeIdOf(service, caller.user.id, code))
  const opened = await whenOk(matched, (codeId) => useCode(service, caller, codeId))
  await attempt.ok.settle(opened, faults.wrongRecoveryCode)
  return whenOk(opened, async (session) => ({ ok: await sessionJson(service, session) }))
}

/** All unused codes are compared: how long it takes says nothing of which one it was. */
async function codeIdOf({ database }: AuthService, userId: string, code: string): Promise<string | undefined> {
  let found: string | undefined
  for (const { id, hash } of await findUnusedCodes(database, userId)) {
    if (await isRecoveryCodeOf(hash, code)) found = id
  }
  return found
}

function useCode(
  service: AuthService,
  caller: Caller,
  codeId: string | undefined,
): Promise<AuthResult<OpenSession>> {
  return withEmails(service, async (client, outbox): Promise<AuthResult<OpenSession>> => {
    const now = service.now()
    const locked = await lockCaller(client, caller, now)
    if ('fault' in locked) return locked
    const { user, session } = locked.ok
    const set = codeId ? await lockRecoveryCodes(client, user.id) : undefined
    if (!set || !codeId || !(await isUnused(client, codeId))) return { fault: faults.wrongRecoveryCode }
    const upgraded = await upgradeToAal2(client, session, { factorId: set.factorId, method: 'mfa/recovery_code' }, now)
    const owner = await findUserById(client, user.id)
    // The code is not used up by a session that has just ended.
    if (!upgraded || !owner) return { fault: faults.sessionNotFound }
    await consumeCode(client, codeId, now)
    const codesLeft = set.remaining - 1
    const traits = { factor_id: set.factorId, remaining: String(codesLeft) }
    await recordEvent(client, { action: 'recovery_codes_verified', actor: user, traits }, now)
    outbox.push({ kind: 'recovery-code-used', to: user.email, codesLeft })
    return { ok: { ...upgraded, user: owner } }
  })
}

async function makeCodes(): Promise<AuthResult<{ codes: string[]; hashes: string[] }>> {
  const codes = Array.from({ length: codesInSet }, newRecoveryCode)
  return inTurn(async () => {
    const hashes: string[] = []
    for (const code of codes) hashes.push(await hashRecoveryCode(code))
    return { codes, hashes }
  })
}

const shown = (
  { factorId, friendlyName }: Pick<RecoveryCodeSet, 'factorId' | 'friendlyName'>,
  codes: string[],
): RecoveryCodesJson => ({
  id: factorId,
  type: 'recovery_code',
  friendly_name: friendlyName,
  total: codes.length,
  codes,
})
