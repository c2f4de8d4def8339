import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Database, Statement } from '../../postgres/database.ts'

/** A user's recovery codes, which together are a second factor. */
export interface RecoveryCodeSet {
  id: string
  factorId: string
  friendlyName: string
  /** How many codes there are, and how many of them are unused. */
  total: number
  remaining: number
}

/** An unused code. */
export interface UnusedCode {
  id: string
  hash: string
}

const setOf = (userId: string): Statement => ({
  name: 'recovery-code-set',
  text: `select sets.id, sets.mfa_factor_id as "factorId", coalesce(factors.friendly_name, '') as "friendlyName",
       count(codes.id)::integer as total, count(codes.id) filter (where codes.consumed_at is null)::integer as remaining
     from auth.mfa_recovery_code_sets as sets
     join auth.mfa_factors as factors on factors.id = sets.mfa_factor_id
     left join auth.mfa_recovery_codes as codes on codes.mfa_recovery_code_set_id = sets.id
     where sets.user_id = $1
     group by sets.id, factors.id`,
  values: [userId],
})

export async function findRecoveryCodes(database: Database, userId: string): Promise<RecoveryCodeSet | undefined> {
  const [found] = await database.query<RecoveryCodeSet>(setOf(userId))
  return found
}

/** The same, locked until the transaction ends, so that codes are used and replaced one after another. */
export async function lockRecoveryCodes(client: PoolClient, userId: string): Promise<RecoveryCodeSet | undefined> {
  await client.query('select from auth.mfa_recovery_code_sets where user_id = $1 for update', [userId])
  const { rows } = await client.query<RecoveryCodeSet>(setOf(userId))
  return rows[0]
}

export interface NewRecoveryCodes {
  userId: string
  friendlyName: string
  hashes: string[]
}

/** Adds a user's set, with its factor, which counts as verified at once. Returns the factor's id. */
export async function insertRecoveryCodes(
  client: PoolClient,
  { userId, friendlyName, hashes }: NewRecoveryCodes,
  now: Date,
): Promise<string> {
  const [factorId, setId] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, $2, $3, 'recovery_code', 'verified', $4, $4)`,
    [factorId, userId, friendlyName, now],
  )
  await client.query(
    `insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id, created_at, updated_at)
     values ($1, $2, $3, $4, $4)`,
    [setId, userId, factorId, now],
  )
  await insertCodes(client, setId, hashes, now)
  return factorId
}

/** Replaces all codes of a set, used or not. */
export async function replaceRecoveryCodes(client: PoolClient, setId: string, hashes: string[], now: Date): Promise<void> {
  await client.query('delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = $1', [setId])
  await insertCodes(client, setId, hashes, now)
  await client.query('update auth.mfa_recovery_code_sets set updated_at = $2 where id = $1', [setId, now])
}

async function insertCodes(client: PoolClient, setId: string, hashes: string[], now: Date): Promise<void> {
  await client.query(
    `insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash, created_at)
     select gen_random_uuid(), $1, hash, $3 from unnest($2::text[]) as hash`,
    [setId, hashes, now],
  )
}

export function findUnusedCodes(database: Database, userId: string): Promise<UnusedCode[]> {
  return database.query<UnusedCode>({
    name: 'unused-recovery-codes',
    text: `select codes.id, codes.code_hash as hash
     from auth.mfa_recovery_codes as codes
     join auth.mfa_recovery_code_sets as sets on sets.id = codes.mfa_recovery_code_set_id
     where sets.user_id = $1 and codes.consumed_at is null
     order by codes.created_at, codes.id`,
    values: [userId],
  })
}

/** Whether a code has not been used or replaced meanwhile. For whoever has locked the set. */
export async function isUnused(client: PoolClient, codeId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from auth.mfa_recovery_codes where id = $1 and consumed_at is null',
    [codeId],
  )
  return rowCount === 1
}

export async function consumeCode(client: PoolClient, codeId: string, now: Date): Promise<void> {
  await client.query('update auth.mfa_recovery_codes set consumed_at = $2 where id = $1', [codeId, now])
}
