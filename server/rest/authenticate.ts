import { decodeJwt } from 'jose'
import * as v from 'valibot'
import type { Claims } from '../postgres/database.ts'
import { type Refusal, refusals } from './refusal.ts'

/**
 * The claims of the bearer token, those of an anonymous caller where there is none, or a refusal with status 401. A
 * person's token names its session; whether that goes on is for the transaction to see.
 */
export async function authenticate(
  authorization: string | undefined,
  { verify, now }: { verify: (token: string) => Promise<Claims | undefined>; now: () => Date },
): Promise<Claims | Refusal> {
  const bearer = /^bearer(?: +(.*))?$/i.exec(authorization?.trim() ?? '')
  if (!bearer) return { role: 'anon' }
  const token = bearer[1] ?? ''
  if (token === '') return refusals.undecodableToken('Empty JWT is sent in Authorization header')
  const claims = await verify(token)
  if (claims?.role === 'authenticated' && !v.is(uuid, claims.session_id)) return refusals.sessionEnded()
  if (claims) return claims
  const parts = token.split('.').length
  if (parts !== 3) return refusals.undecodableToken(`Expected 3 parts in JWT; got ${parts}`)
  // Unverified, so it only chooses between two refusals.
  const expiresAt = expiryOf(token)
  if (expiresAt !== undefined && expiresAt * 1000 <= now().getTime()) return refusals.expiredToken()
  return refusals.undecodableToken('No suitable key or wrong key type')
}

const uuid = v.pipe(v.string(), v.uuid())

/** Seconds since 1970. */
function expiryOf(token: string): number | undefined {
  try {
    return decodeJwt(token).exp
  } catch {
    return undefined
  }
}
