import path from 'node:path'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  SignJWT,
} from 'jose'
import * as v from 'valibot'
import { StartupFault } from '../startup-fault.ts'
import { keepSecret, replaceSecret } from '../secret-file.ts'
import { verifyAccessToken } from './tokens.ts'

/** The key pair that signs access tokens (ES256, RFC 7518 §3.4). */
export interface SigningKeys {
  /** The key's thumbprint (RFC 7638). */
  id: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** What anyone needs to verify the tokens. */
  published: JSONWebKeySet
}

/** Reads the signing key of a folder and makes it at the first start; throws a StartupFault where it is damaged. */
export async function loadSigningKeys(folder: string, now: () => Date): Promise<SigningKeys> {
  const file = path.join(folder, 'signing-key.json')
  const keys = await readKeys(await keepSecret(file, () => createKey(now)))
  if (keys) return keys
  throw new StartupFault(
    `The signing key in ${file} is damaged. Restore it from a backup, or delete it: everybody then signs in again.`,
  )
}

/**
 * The token with which the organisation's own programs pass row-level security (role `service_role`), kept beside
 * the signing key. A kept one that the key no longer verifies is replaced.
 */
export async function loadServiceKey(folder: string, keys: SigningKeys, now: () => Date): Promise<string> {
  const file = path.join(folder, 'service-role.jwt')
  const kept = await keepSecret(file, () => signServiceKey(keys, now))
  if (await verifyAccessToken(keys, kept, now)) return kept
  const renewed = await signServiceKey(keys, now)
  await replaceSecret(file, renewed)
  return renewed
}

const serviceKeyYears = 10

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

const storedKey = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate, d: coordinate }),
)

async function createKey(now: () => Date): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return JSON.stringify({ ...(await exportJWK(privateKey)), created_at: now().toISOString() })
}

async function readKeys(text: string): Promise<SigningKeys | undefined> {
  const parsed = v.safeParse(storedKey, text)
  if (!parsed.success) return undefined
  const { d, ...point } = parsed.output
  const id = await calculateJwkThumbprint(point)
  try {
    return {
      id,
      privateKey: await importKey({ ...point, d }),
      publicKey: await importKey(point),
      published: { keys: [{ ...point, kid: id, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true }] },
    }
  } catch (error) {
    // Numbers that are no point of the curve.
    if (error instanceof DOMException) return undefined
    throw error
  }
}

async function importKey(key: JWK): Promise<CryptoKey> {
  const imported = await importJWK(key, 'ES256')
  if (imported instanceof Uint8Array) throw new TypeError('an EC key was expected')
  return imported
}

function signServiceKey({ id, privateKey }: SigningKeys, now: () => Date): Promise<string> {
  const issued = now()
  const expires = new Date(issued)
  expires.setUTCFullYear(issued.getUTCFullYear() + serviceKeyYears)
  return new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .sign(privateKey)
}
