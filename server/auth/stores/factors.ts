import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { FactorRow } from './users.ts'

/** A second factor with its secret, stored in plain text as Supabase Auth does by default. */
export type SecretFactor = Pick<FactorRow, 'id' | 'factor_type' | 'status'> & { secret: string | null }

export interface NewFactor {
  userId: string
  friendlyName: string
  secret: string
}

/** The facts that enrolling another factor depends on. */
export type FactorFacts = Pick<FactorRow, 'friendly_name' | 'status'>

/** A user's factors, after deleting unverified ones that were abandoned before `before`. The user has to be locked. */
export async function currentFactors(client: PoolClient, userId: string, before: Date): Promise<FactorFacts[]> {
  await client.query(
    `delete from auth.mfa_factors as factors
     where user_id = $1 and status = 'unverified' and created_at < $2 and not exists (
       select from auth.mfa_challenges where factor_id = factors.id and created_at >= $2
     )`,
    [userId, before],
  )
  const { rows } = await client.query<FactorFacts>(
    `select coalesce(friendly_name, '') as friendly_name, status from auth.mfa_factors where user_id = $1`,
    [userId],
  )
  return rows
}

export async function insertFactor(client: PoolClient, factor: NewFactor, now: Date): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, $3, 'totp', 'unverified', $4, $4, $5)`,
    [id, factor.userId, factor.friendlyName, now, factor.secret],
  )
  return id
}

/**
 * The user's factors, locked until the transaction ends, always in the same order, so that codes are checked one by one
 * and two right ones cannot deadlock.
 */
export async function lockOwnFactors(client: PoolClient, userId: string): Promise<SecretFactor[]> {
  const { rows } = await client.query<SecretFactor>(
    'select id, factor_type, status, secret from auth.mfa_factors where user_id = $1 order by id for update',
    [userId],
  )
  return rows
}

/** One of them. */
export async function lockFactor(client: PoolClient, userId: string, id: string): Promise<SecretFactor | undefined> {
  return (await lockOwnFactors(client, userId)).find((factor) => factor.id === id)
}

/** Marks a factor as verified and deletes the user's unverified ones. */
export async function markVerified(client: PoolClient, userId: string, id: string, now: Date): Promise<void> {
  await client.query(
    `update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status <> 'verified'`,
    [id, now],
  )
  await client.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'`,
    [userId],
  )
}

/** Marks a step's code as used; false if it or a later one has been used before. */
export async function takeStep(client: PoolClient, factorId: string, step: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into gateway.used_codes (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step where used_codes.step < excluded.step`,
    [factorId, step],
  )
  return rowCount === 1
}

/** Deletes a factor. Sessions that it upgraded fall back to aal1. */
export async function deleteFactor(client: PoolClient, id: string): Promise<void> {
  await client.query(
    `delete from auth.mfa_amr_claims
     where authentication_method in ('totp', 'mfa/recovery_code')
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [id],
  )
  await client.query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [id])
  await client.query('delete from auth.mfa_factors where id = $1', [id])
}

/** Deletes all factors of a user whose sessions end too. */
export async function deleteAllFactors(client: PoolClient, userId: string): Promise<void> {
  await client.query('delete from auth.mfa_factors where user_id = $1', [userId])
}
