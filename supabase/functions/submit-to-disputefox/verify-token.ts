import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as v from 'valibot'

// The algorithms of Supabase's signing keys (https://supabase.com/docs/guides/auth/signing-keys), without HS256: whoever
// verifies with a shared secret could sign as well.
const algorithms = ['ES256', 'RS256', 'EdDSA']

const claimsSchema = v.object({ sub: v.pipe(v.string(), v.uuid()), role: v.literal('authenticated') })

// The keys could not be fetched, which says nothing about the token.
const keyFaults = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']

/**
 * Verifies a user's access token: signature, expiry, audience and role. Undefined for any other token; throws if the
 * keys cannot be fetched.
 */
export function createTokenVerifier(
  getKey: JWTVerifyGetKey,
  now: () => Date,
): (token: string) => Promise<{ userId: string } | undefined> {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, getKey, {
        algorithms,
        audience: 'authenticated',
        requiredClaims: ['exp'],
        currentDate: now(),
      })
      const claims = v.safeParse(claimsSchema, payload)
      return claims.success ? { userId: claims.output.sub } : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError && !keyFaults.includes(error.code)) return undefined
      throw error
    }
  }
}
