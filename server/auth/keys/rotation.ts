import type { PoolClient } from 'pg'
import type { Database } from '../../postgres/database.ts'
import { type KeyPurpose, verifyingKeys } from './key-ring.ts'
import { deleteKey, insertKey, type KeyRecord, lockKeys } from '../stores/keys.ts'
import { createKey, keyId, type StoredKey } from './signing-key.ts'

/** A key that was kept before the database held the keys. */
export interface EarlierKey {
  jwk: StoredKey
  createdAt: Date
}

export interface RotationParts {
  database: Database
  now: () => Date
  accessTokenSeconds: number
}

const purposes: KeyPurpose[] = ['session', 'service']

/** People's keys are replaced at this age. The service's key is not: its token stands in other programs' settings. */
const highestAgeMs = 90 * 86_400_000

/** Whoever verifies tokens may have kept the published keys for ten minutes; other gateways publish a minute later. */
const noticeMs = 11 * 60_000

/** Whether a key is missing or has signed for long enough. */
export function isRotationDue(records: KeyRecord[], now: Date): boolean {
  return purposes.some((purpose) => lacksKey(records, purpose, now))
}

/**
 * Makes the keys that are due and drops those whose tokens have all expired. Several gateways may do so at once:
 * the first one makes the keys, the others find them. The very first keys are the earlier one, where there is one.
 */
export function rotateWhenDue(
  { database, now, accessTokenSeconds }: RotationParts,
  earlier: () => Promise<EarlierKey | undefined>,
): Promise<'taken-over' | 'created' | 'unchanged'> {
  return database.transaction(async (client) => {
    const records = await lockKeys(client)
    const time = now()
    const kept = records.length === 0 ? await earlier() : undefined
    const lacking = purposes.filter((purpose) => lacksKey(records, purpose, time))
    for (const purpose of lacking) {
      if (kept) await insertEarlier(client, purpose, kept)
      else await insertNext(client, purpose, time, hasKey(records, purpose))
    }
    await dropUseless(client, records, time, accessTokenSeconds)
    if (kept) return 'taken-over'
    return lacking.length ? 'created' : 'unchanged'
  })
}

/** Makes the next key of a purpose at an operator's wish, unless one is about to sign. Returns the moment it signs. */
export function rotateNow(
  { database, now, accessTokenSeconds }: RotationParts,
  purpose: KeyPurpose,
): Promise<{ signsFrom: Date }> {
  return database.transaction(async (client) => {
    const records = await lockKeys(client)
    const time = now()
    await dropUseless(client, records, time, accessTokenSeconds)
    const coming = records.find((record) => record.purpose === purpose && record.signsFrom > time)
    if (coming) return { signsFrom: coming.signsFrom }
    return { signsFrom: await insertNext(client, purpose, time, hasKey(records, purpose)) }
  })
}

const hasKey = (records: KeyRecord[], purpose: KeyPurpose) => records.some((record) => record.purpose === purpose)

function lacksKey(records: KeyRecord[], purpose: KeyPurpose, now: Date): boolean {
  const newest = records.findLast((record) => record.purpose === purpose)
  return !newest || (purpose === 'session' && newest.signsFrom.getTime() + highestAgeMs <= now.getTime())
}

async function insertNext(client: PoolClient, purpose: KeyPurpose, now: Date, follows: boolean): Promise<Date> {
  const jwk = await createKey()
  // Only this service verifies the service token, and it looks an unknown key up.
  const waits = follows && purpose === 'session'
  const signsFrom = waits ? new Date(now.getTime() + noticeMs) : now
  await insertKey(client, { kid: await keyId(jwk), purpose, jwk, createdAt: now, signsFrom })
  return signsFrom
}

async function insertEarlier(client: PoolClient, purpose: KeyPurpose, { jwk, createdAt }: EarlierKey): Promise<void> {
  await insertKey(client, { kid: await keyId(jwk), purpose, jwk, createdAt, signsFrom: createdAt })
}

async function dropUseless(
  client: PoolClient,
  records: KeyRecord[],
  now: Date,
  accessTokenSeconds: number,
): Promise<void> {
  const good = new Set(verifyingKeys(records, now, accessTokenSeconds))
  for (const record of records) if (!good.has(record)) await deleteKey(client, record)
}
