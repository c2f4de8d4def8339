import type { JSONWebKeySet } from 'jose'
import type { Log } from '../../log.ts'
import { errorCode } from '../../postgres/connection-fault.ts'
import { StartupFault } from '../../startup-fault.ts'
import { dropEarlierKey, findEarlierKey } from '../earlier-key.ts'
import { type KeyPurpose, type KeyRing, keyRing, type TimedKey } from './key-ring.ts'
import { isRotationDue, type RotationParts, rotateWhenDue } from './rotation.ts'
import { findKeys } from '../stores/keys.ts'
import { readKey, type SigningKey } from './signing-key.ts'

/** The keys that sign tokens, shared by all gateways on one database and replaced as they grow old. */
export interface SigningKeys {
  /** The key that signs now. */
  current(purpose: KeyPurpose): Promise<SigningKey>
  /** The key of this id, if its tokens are good still, and the purposes that they may serve. */
  find(id: string): Promise<ReturnType<KeyRing['find']>>
  /** What anyone needs to verify the tokens. */
  published(): Promise<JSONWebKeySet>
}

export interface KeyParts extends RotationParts {
  /** Where an earlier version kept its key. */
  folder: string
  log: Log
}

/** Another gateway's new key is noticed after so long. */
const highestAgeMs = 60_000

/** Forged ids of keys lead to one look into the database in so long. */
const betweenLooksMs = 5_000

/** Reads the keys and makes them at the first start; throws a StartupFault where one is damaged. */
export async function openSigningKeys(parts: KeyParts): Promise<SigningKeys> {
  const { now, log } = parts
  let ring = await readRing(parts)
  let readAt = now().getTime()
  let reading: Promise<void> | undefined

  /** Leaves the ring as it is where it cannot be read: the keys at hand are better than none. */
  async function readAgain(): Promise<void> {
    try {
      ring = await readRing(parts)
    } catch (error) {
      log('signing-keys-not-read', { reason: error instanceof Error ? error.name : '', code: errorCode(error) })
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
    current: async (purpose) => (await freshRing(highestAgeMs)).current(purpose),
    find: async (id) => (await freshRing(highestAgeMs)).find(id) ?? (await freshRing(betweenLooksMs)).find(id),
    published: async () => (await freshRing(highestAgeMs)).published,
  }
}

async function readRing(parts: KeyParts): Promise<KeyRing> {
  const { database, now, accessTokenSeconds, folder, log } = parts
  let records = await findKeys(database)
  if (isRotationDue(records, now())) {
    const done = await rotateWhenDue(parts, () => findEarlierKey(folder, now))
    if (done === 'taken-over') await dropEarlierKey(folder)
    if (done !== 'unchanged') log('signing-key-changed', { cause: done })
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
