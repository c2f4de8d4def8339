import { Secret, TOTP } from 'otpauth'

// RFC 6238 with the parameters of every authenticator app and of Supabase Auth (internal/api/mfa.go).
const form = { algorithm: 'SHA1', digits: 6, period: 30 }

// RFC 4226 §4: 160 bits are recommended.
const secretBytes = 20

/** How many steps a clock may be off: codes of the previous and the next step are accepted too (RFC 6238 §5.2). */
const maxSkewSteps = 1

export interface NewAuthenticator {
  /** Base32, to be typed. */
  secret: string
  /** `otpauth://totp/…`, to be scanned. */
  uri: string
}

/** A new authenticator for the account `label` at `issuer`. */
export function newAuthenticator(issuer: string, label: string): NewAuthenticator {
  const totp = new TOTP({ ...form, issuer, label, secret: new Secret({ size: secretBytes }) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The 30-second step since 1970 that the code belongs to, if it is accepted now; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: maxSkewSteps })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
