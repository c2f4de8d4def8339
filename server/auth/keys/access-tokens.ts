import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import * as v from 'valibot'
import type { Claims } from '../../postgres/database.ts'
import type { SessionRow } from '../stores/sessions.ts'
import type { UserRow } from '../stores/users.ts'
import { signJwt } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The lifetime of an access token. */
export const accessTokenSeconds = 3600

export interface TokenSettings {
  /** The public address of the service, such as https://www.example.org/auth/v1: the `iss` of its tokens. */
  issuer: string
  accessTokenSeconds: number
}

export interface AccessToken {
  token: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** Signs a session's access token, with the claims of supabase/auth internal/tokens/service.go. */
export async function signAccessToken(
  keys: SigningKeys,
  settings: TokenSettings,
  user: UserRow,
  session: SessionRow,
  now: Date,
): Promise<AccessToken> {
  const key = await keys.current('session')
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + settings.accessTokenSeconds
  const token = signJwt(key, {
    iss: settings.issuer,
    sub: user.id,
    aud: user.aud,
    iat: issuedAt,
    exp: expiresAt,
    email: user.email,
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.methods,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return { token, expiresAt }
}

/** Tokens are issued to users and to the organisation's own programs, to nobody else. */
const claimsSchema = v.variant('role', [
  v.looseObject({
    role: v.literal('authenticated'),
    aud: v.literal('authenticated'),
    sub: v.pipe(v.string(), v.uuid()),
  }),
  v.looseObject({ role: v.literal('service_role') }),
])

/**
 * The claims of a valid token: signed with ES256, whatever its header says (RFC 8725 §3.1), by a key whose purpose
 * matches the token's role, and not expired. Undefined for any other.
 */
export async function verifyAccessToken(
  keys: SigningKeys,
  token: string,
  now: () => Date,
): Promise<Claims | undefined> {
  const id = keyIdOf(token)
  const signer = id && (await keys.find(id))
  if (!signer) return undefined
  try {
    const { payload } = await jwtVerify(token, signer.key.publicKey, {
      algorithms: ['ES256'],
      currentDate: now(),
      requiredClaims: ['exp'],
    })
    const parsed = v.safeParse(claimsSchema, payload)
    if (!parsed.success) return undefined
    const claims = parsed.output
    return signer.purpose === (claims.role === 'service_role' ? 'service' : 'session') ? claims : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

const thumbprint = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

/** The key that a token names. At this point nothing in the token can be trusted. */
function keyIdOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token)
    return v.is(thumbprint, kid) ? kid : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
