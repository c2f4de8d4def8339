import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { bearerToken } from '../../domain/bearer-token.ts'
import type { Result } from '../../domain/result.ts'
import { isUuid } from '../../domain/uuid.ts'
import type { Claims } from '../postgres/database.ts'
import { type Refusal, refusals } from './refusal.ts'

/** The claims of a valid token, else undefined. */
export type Verify = (token: string) => Promise<Claims | undefined>

/**
 * The claims of the bearer token, or those of an anonymous caller if there is none. A user's token names the account and
 * its session; whether they may act is decided in the transaction (R-CALLER).
 */
export async function authenticate(
  authorization: string | null,
  { verify, now }: { verify: Verify; now: () => Date },
): Promise<Result<Claims, Refusal>> {
  const token = bearerToken(authorization)
  if (token === undefined) return { ok: { role: 'anon' } }
  if (token === '') return { fault: refusals.undecodableToken('Empty JWT is sent in Authorization header') }
  const claims = await verify(token)
  if (!claims) return { fault: refusalOf(token, now()) }
  if (claims.role === 'authenticated' && !(isUuid(claims.sub) && isUuid(claims.session_id))) {
    return { fault: refusals.callerRefused('session_not_found') }
  }
  return { ok: claims }
}

/** The refusal of an invalid token, with PostgREST's messages (PostgREST/postgrest src/PostgREST/Error.hs). */
function refusalOf(token: string, now: Date): Refusal {
  const parts = token.split('.').length
  if (parts !== 3) return refusals.undecodableToken(`Expected 3 parts in JWT; got ${parts}`)
  // The expiry is unverified, so it only chooses between two refusals.
  const expiresAt = expiryOf(token)
  if (expiresAt !== undefined && expiresAt * 1000 <= now.getTime()) return refusals.expiredToken()
  return refusals.undecodableToken('No suitable key or wrong key type')
}

/** Seconds since 1970. */
function expiryOf(token: string): number | undefined {
  try {
    return decodeJwt(token).exp
  } catch {
    return undefined
  }
}

const maxRemembered = 1000

/** A withdrawn key is accepted for this long; the keys themselves are reloaded as rarely. */
const maxAgeMs = 60_000

/**
 * Verifies a token at most once a minute, since checking a signature costs more than the rest of a request. Only valid
 * tokens are remembered, by their hash, and never beyond their expiry. Each request still checks the session.
 */
export function cacheVerified(verify: Verify, now: () => Date): Verify {
  const remembered = new Map<string, { claims: Claims; untilMs: number }>()
  return async (token) => {
    const key = createHash('sha256').update(token).digest('base64')
    const nowMs = now().getTime()
    const found = remembered.get(key)
    if (found && nowMs < found.untilMs) return found.claims
    remembered.delete(key)
    const claims = await verify(token)
    if (typeof claims?.exp !== 'number') return claims
    // A map keeps the order of insertion: the first entry is the oldest.
    const [oldest] = remembered.keys()
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest)
    remembered.set(key, { claims, untilMs: Math.min(claims.exp * 1000, nowMs + maxAgeMs) })
    return claims
  }
}
