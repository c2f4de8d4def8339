import type { PoolClient } from 'pg'
import type { Database } from '../../postgres/database.ts'

/** What a key signs: users' access tokens, or the token of the organisation's own programs. */
export type KeyPurpose = 'session' | 'service'

/** A row of `gateway.signing_keys`. Its `jwk` has not been validated. */
export interface KeyRecord {
  kid: string
  purpose: KeyPurpose
  jwk: unknown
  signsFrom: Date
}

export interface NewKey {
  kid: string
  purpose: KeyPurpose
  jwk: object
  createdAt: Date
  signsFrom: Date
}

const selectKeys = `
  select kid, purpose, private_jwk as jwk, signs_from as "signsFrom"
  from gateway.signing_keys order by signs_from, kid`

export function findKeys(database: Database): Promise<KeyRecord[]> {
  return database.query<KeyRecord>({ text: selectKeys })
}

/** All keys, locked against changes until the transaction ends. */
export async function lockKeys(client: PoolClient): Promise<KeyRecord[]> {
  await client.query('lock table gateway.signing_keys in share row exclusive mode')
  return (await client.query<KeyRecord>(selectKeys)).rows
}

export async function insertKey(client: PoolClient, key: NewKey): Promise<void> {
  await client.query(
    `insert into gateway.signing_keys (kid, purpose, private_jwk, created_at, signs_from)
     values ($1, $2, $3, $4, $5)`,
    [key.kid, key.purpose, key.jwk, key.createdAt, key.signsFrom],
  )
}

export async function deleteKey(client: PoolClient, { kid }: KeyRecord): Promise<void> {
  await client.query('delete from gateway.signing_keys where kid = $1', [kid])
}
