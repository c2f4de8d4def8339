import { Secret, TOTP } from 'otpauth'

// RFC 6238 as every authenticator app has it, and as Supabase Auth takes it.
const form = { algorithm: 'SHA1', digits: 6, period: 30 }

// RFC 4226 §4: 160 bits are recommended.
const secretBytes = 20

/** Codes of the step before and after this one are taken too (RFC 6238 §5.2). */
const stepsAside = 1

export interface NewAuthenticator {
  /** Base32, for those who type it. */
  secret: string
  /** `otpauth://totp/…`, for those who scan it. */
  uri: string
}

/** What an authenticator app has to be told; `label` says whose account, `issuer` where. */
export function newAuthenticator(issuer: string, label: string): NewAuthenticator {
  const totp = new TOTP({ ...form, issuer, label, secret: new Secret({ size: secretBytes }) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The 30-second step since 1970 whose code this is, among those taken at this moment; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: stepsAside })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
