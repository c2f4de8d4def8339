import { sign } from 'node:crypto'
import type { SigningKey } from './signing-key.ts'

/**
 * A token with these claims (RFC 7519), signed with ES256 (RFC 7518 §3.4). It is signed on the spot: to hand so little
 * work to another thread costs more than the work itself, and all threads may be busy with passwords.
 */
export function signJwt({ id, privateKey }: SigningKey, claims: Record<string, unknown>): string {
  const content = `${encode({ alg: 'ES256', kid: id, typ: 'JWT' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

const encode = (part: Record<string, unknown>) => Buffer.from(JSON.stringify(part)).toString('base64url')
