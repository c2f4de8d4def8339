import { KeyObject, sign } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import * as v from 'valibot'

/** A key pair for tokens (ES256, RFC 7518 §3.4). */
export interface SigningKey {
  /** The key's thumbprint (RFC 7638). */
  id: string
  privateKey: KeyObject
  publicKey: CryptoKey
  /** The public key, for anyone who verifies its tokens. */
  published: JWK
}

/** A private key, as it is stored. */
export type StoredKey = v.InferOutput<typeof storedKey>

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

const storedKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: coordinate,
  y: coordinate,
  d: coordinate,
})

export async function createKey(): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return v.parse(storedKey, await exportJWK(privateKey))
}

/** The key's thumbprint. */
export const keyId = ({ kty, crv, x, y }: StoredKey) => calculateJwkThumbprint({ kty, crv, x, y })

/** Parses a stored key; undefined if it is damaged. */
export async function readKey(stored: unknown): Promise<SigningKey | undefined> {
  const parsed = v.safeParse(storedKey, stored)
  if (!parsed.success) return undefined
  const { d, ...point } = parsed.output
  const id = await keyId(parsed.output)
  try {
    return {
      id,
      privateKey: KeyObject.from(await importKey({ ...point, d })),
      publicKey: await importKey(point),
      published: { ...point, kid: id, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true },
    }
  } catch (error) {
    // The numbers are not a point on the curve.
    if (error instanceof DOMException) return undefined
    throw error
  }
}

async function importKey(key: JWK): Promise<CryptoKey> {
  const imported = await importJWK(key, 'ES256', { extractable: true })
  if (imported instanceof Uint8Array) throw new TypeError('an EC key was expected')
  return imported
}

/**
 * A JWT (RFC 7519) signed with ES256 (RFC 7518 §3.4). Signing is synchronous: handing so little work to another thread
 * costs more than the work itself, and all threads may be busy with passwords.
 */
export function signJwt({ id, privateKey }: SigningKey, claims: Record<string, unknown>): string {
  const content = `${encode({ alg: 'ES256', kid: id, typ: 'JWT' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

const encode = (part: Record<string, unknown>) => Buffer.from(JSON.stringify(part)).toString('base64url')
