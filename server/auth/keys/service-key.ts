import path from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { readOrCreateSecret, replaceSecret } from '../../runtime/secret-file.ts'
import { verifyAccessToken } from './access-tokens.ts'
import { signJwt } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

const lifetimeYears = 10

/**
 * The token with which the organisation's own programs bypass row-level security (role `service_role`), kept in a file
 * that only its owner can read. A stored token whose key has been replaced or deleted is renewed.
 */
export async function loadServiceKey(folder: string, keys: SigningKeys, now: () => Date): Promise<string> {
  const file = path.join(folder, 'service-role.jwt')
  const kept = await readOrCreateSecret(file, () => signServiceKey(keys, now))
  const { id } = await keys.current('service')
  if ((await verifyAccessToken(keys, kept, now)) && decodeProtectedHeader(kept).kid === id) return kept
  const renewed = await signServiceKey(keys, now)
  await replaceSecret(file, renewed)
  return renewed
}

async function signServiceKey(keys: SigningKeys, now: () => Date): Promise<string> {
  const key = await keys.current('service')
  const issued = now()
  const expires = new Date(issued)
  expires.setUTCFullYear(issued.getUTCFullYear() + lifetimeYears)
  return signJwt(key, { role: 'service_role', iat: secondsOf(issued), exp: secondsOf(expires) })
}

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)
