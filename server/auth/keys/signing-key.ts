import { KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import * as v from 'valibot'

/** A key pair for tokens (ES256, RFC 7518 §3.4). */
export interface SigningKey {
  /** The key's thumbprint (RFC 7638). */
  id: string
  privateKey: KeyObject
  publicKey: CryptoKey
  /** What anyone needs to verify its tokens. */
  published: JWK
}

/** The secret form of a key, as it is stored. */
export type StoredKey = v.InferOutput<typeof storedKey>

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

export const storedKey = v.object({
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

/** Reads the secret form; undefined where it is damaged. */
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
    // Numbers that are no point of the curve.
    if (error instanceof DOMException) return undefined
    throw error
  }
}

async function importKey(key: JWK): Promise<CryptoKey> {
  const imported = await importJWK(key, 'ES256', { extractable: true })
  if (imported instanceof Uint8Array) throw new TypeError('an EC key was expected')
  return imported
}
