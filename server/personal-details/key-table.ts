import type { PrivateKey } from 'openpgp'
import type { Client } from 'pg'
import * as v from 'valibot'
import { type RegisteredKey, registeredKeysSchema } from '../../deliveries/registered-keys.ts'

// The table of the public keys. Only the owner of the migrations may write it: whoever could add a key of their own would
// read whatever is entered from then on.

export type Queryable = Pick<Client, 'query'>

/** The keys in use, oldest first. The service may call this, too. */
export async function readRegisteredKeys(client: Queryable): Promise<RegisteredKey[]> {
  const { rows } = await client.query<{ keys: unknown }>('select public.personal_details_keys() as keys')
  return v.parse(registeredKeysSchema, rows[0]?.keys)
}

/** Lets nobody else change the table until the transaction ends. */
export const lockKeyTable = (client: Queryable): Promise<unknown> =>
  client.query('lock table private.personal_details_keys in share row exclusive mode')

/** The fingerprints of all keys that were ever registered. */
export async function everRegistered(client: Queryable): Promise<Set<string>> {
  const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from private.personal_details_keys')
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

/** From the end of the transaction on, new enrollments are encrypted with this key. */
export const registerKey = (client: Queryable, key: PrivateKey): Promise<unknown> =>
  client.query('insert into private.personal_details_keys (fingerprint, public_key) values ($1, $2)', [
    key.getFingerprint(),
    Buffer.from(key.toPublic().write()),
  ])
