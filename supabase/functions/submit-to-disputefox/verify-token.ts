import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as v from 'valibot'
import type { User } from '../../../deliveries/delivery-store.ts'

// The algorithms of Supabase's signing keys (https://supabase.com/docs/guides/auth/signing-keys), without HS256: whoever
// verifies with a shared secret could sign as well.
const algorithms = ['ES256', 'RS256', 'EdDSA']

const id = v.pipe(v.string(), v.uuid())

const claimsSchema = v.object({
  sub: id,
  session_id: id,
  role: v.literal('authenticated'),
  aal: v.optional(v.nullable(v.string()), null),
})

// The keys could not be fetched, which says nothing about the token.
const keyFaults = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']

/** The user whom a token's claims name; undefined for any other claims. */
export function userOf(claims: unknown): User | undefined {
  const parsed = v.safeParse(claimsSchema, claims)
  if (!parsed.success) return undefined
  const { sub, session_id, aal } = parsed.output
  return { userId: sub, sessionId: session_id, aal }
}

/**
 * Verifies a user's access token: signature, expiry, audience and role. Undefined for any other token; throws if the
 * keys cannot be fetched.
 */
export function createTokenVerifier(
  getKey: JWTVerifyGetKey,
  now: () => Date,
): (token: string) => Promise<User | undefined> {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, getKey, {
        algorithms,
        audience: 'authenticated',
        requiredClaims: ['exp'],
        currentDate: now(),
      })
      return userOf(payload)
    } catch (error) {
      if (error instanceof errors.JOSEError && !keyFaults.includes(error.code)) return undefined
      throw error
    }
  }
}
