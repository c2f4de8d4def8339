import type { JSONWebKeySet } from 'jose'
import { errorCode, errorName } from '../../../domain/error-facts.ts'
import type { Log } from '../../runtime/log.ts'
import { StartupFault } from '../../runtime/startup-fault.ts'
import { findKeys, type KeyPurpose } from '../stores/keys.ts'
import { type KeyRing, keyRing, type TimedKey } from './key-ring.ts'
import { isRotationDue, rotateWhenDue, type RotationParts } from './rotation.ts'
import { readKey, type SigningKey } from './signing-key.ts'

/** The keys that sign tokens: shared by all gateways on one database, and rotated. */
export interface SigningKeys {
  /** The key that signs now. */
  current(purpose: KeyPurpose): Promise<SigningKey>
  /** The key with this id, while tokens that it signed are valid. */
  find(id: string): Promise<ReturnType<KeyRing['find']>>
  /** The public keys, for anyone who verifies tokens. */
  published(): Promise<JSONWebKeySet>
}

export interface KeyParts extends RotationParts {
  log: Log
}

/** The cached keys are reloaded at this age, for keys that another gateway has created. */
const maxAgeMs = 60_000

/** Unknown key ids trigger a reload at most this often, so that forged ids do not burden the database. */
const lookupIntervalMs = 5_000

/** Reads the keys, creating them at the first start. Throws a StartupFault if one is damaged. */
export async function openSigningKeys(parts: KeyParts): Promise<SigningKeys> {
  const { now, log } = parts
  let ring = await readRing(parts)
  let readAt = now().getTime()
  let reading: Promise<void> | undefined

  /** While the database is down, the cached keys stay in use. */
  async function readAgain(): Promise<void> {
    try {
      ring = await readRing(parts)
    } catch (error) {
      log('signing-keys-not-read', { reason: errorName(error), code: errorCode(error) })
    }
    readAt = now().getTime()
  }
  async function freshRing(ageMs: number): Promise<KeyRing> {
    if (now().getTime() - readAt < ageMs) return ring
    reading ??= readAgain().finally(() => (reading = undefined))
    await reading
    return ring
  }

  return {
    current: async (purpose) => (await freshRing(maxAgeMs)).current(purpose),
    find: async (id) => (await freshRing(maxAgeMs)).find(id) ?? (await freshRing(lookupIntervalMs)).find(id),
    published: async () => (await freshRing(maxAgeMs)).published,
  }
}

async function readRing(parts: KeyParts): Promise<KeyRing> {
  const { database, now, accessTokenSeconds, log } = parts
  let records = await findKeys(database)
  if (isRotationDue(records, now())) {
    if (await rotateWhenDue(parts)) log('signing-key-changed')
    records = await findKeys(database)
  }
  const keys = await Promise.all(
    records.map(async ({ kid, purpose, jwk, signsFrom }): Promise<TimedKey> => {
      const key = await readKey(jwk)
      if (key?.id === kid) return { purpose, signsFrom, key }
      throw new StartupFault(
        `The signing key ${kid} in the table gateway.signing_keys is damaged. ` +
          'Restore it from a backup, or delete its row: those who hold its tokens then sign in again.',
      )
    }),
  )
  return keyRing(keys, now(), accessTokenSeconds)
}
