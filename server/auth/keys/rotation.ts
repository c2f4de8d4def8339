import type { PoolClient } from 'pg'
import type { Database } from '../../postgres/database.ts'
import { deleteKey, insertKey, type KeyPurpose, type KeyRecord, lockKeys } from '../stores/keys.ts'
import { verifyingKeys } from './key-ring.ts'
import { createKey, keyId } from './signing-key.ts'

export interface RotationParts {
  database: Database
  now: () => Date
  accessTokenSeconds: number
}

const purposes: KeyPurpose[] = ['session', 'service']

/** Session keys are replaced at this age. The service key is not: its token is configured in other programs. */
const maxAgeMs = 90 * 86_400_000

/**
 * How long a key is published before it signs: verifiers cache the published keys for up to ten minutes, and other
 * gateways load it up to a minute later.
 */
const publishLeadMs = 11 * 60_000

/** Whether a key is missing, or old enough to be replaced. */
export function isRotationDue(records: KeyRecord[], now: Date): boolean {
  return purposes.some((purpose) => lacksKey(records, purpose, now))
}

/**
 * Creates the keys that are due and deletes those whose tokens have all expired. Of several concurrent gateways only the
 * first creates keys. Returns whether this one created any.
 */
export function rotateWhenDue({ database, now, accessTokenSeconds }: RotationParts): Promise<boolean> {
  return database.transaction(async (client) => {
    const records = await lockKeys(client)
    const time = now()
    const lacking = purposes.filter((purpose) => lacksKey(records, purpose, time))
    for (const purpose of lacking) {
      await insertNext(client, purpose, time, hasKey(records, purpose))
    }
    await deleteExpired(client, records, time, accessTokenSeconds)
    return lacking.length > 0
  })
}

/** Creates the next key at an operator's request, unless one is pending. Returns when it starts to sign. */
export function rotateNow(
  { database, now, accessTokenSeconds }: RotationParts,
  purpose: KeyPurpose,
): Promise<{ signsFrom: Date }> {
  return database.transaction(async (client) => {
    const records = await lockKeys(client)
    const time = now()
    await deleteExpired(client, records, time, accessTokenSeconds)
    const coming = records.find((record) => record.purpose === purpose && record.signsFrom > time)
    if (coming) return { signsFrom: coming.signsFrom }
    return { signsFrom: await insertNext(client, purpose, time, hasKey(records, purpose)) }
  })
}

const hasKey = (records: KeyRecord[], purpose: KeyPurpose) => records.some((record) => record.purpose === purpose)

function lacksKey(records: KeyRecord[], purpose: KeyPurpose, now: Date): boolean {
  const newest = records.findLast((record) => record.purpose === purpose)
  return !newest || (purpose === 'session' && newest.signsFrom.getTime() + maxAgeMs <= now.getTime())
}

async function insertNext(client: PoolClient, purpose: KeyPurpose, now: Date, follows: boolean): Promise<Date> {
  const jwk = await createKey()
  // A service key signs immediately: only this service verifies its token, and it reloads unknown keys.
  const waits = follows && purpose === 'session'
  const signsFrom = waits ? new Date(now.getTime() + publishLeadMs) : now
  await insertKey(client, { kid: await keyId(jwk), purpose, jwk, createdAt: now, signsFrom })
  return signsFrom
}

async function deleteExpired(
  client: PoolClient,
  records: KeyRecord[],
  now: Date,
  accessTokenSeconds: number,
): Promise<void> {
  const good = new Set(verifyingKeys(records, now, accessTokenSeconds))
  for (const record of records) if (!good.has(record)) await deleteKey(client, record)
}
