import type { PoolClient } from 'pg'
import { accountFacts } from './new-users.ts'
import { type Metadata, type UserRow } from './users.ts'

/** Takes the address as the person's own. */
export async function confirmAddress(client: PoolClient, userId: string, now: Date): Promise<void> {
  await client.query(
    `update auth.users set email_confirmed_at = $2, updated_at = $2,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
     where id = $1`,
    [userId, now],
  )
  await client.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [userId, now],
  )
}

/** An empty hash is no password: nobody can sign in with one until another is set. */
export async function setPasswordHash(client: PoolClient, userId: string, hash: string, now: Date): Promise<void> {
  await client.query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [
    userId,
    hash,
    now,
  ])
}

export async function setUserMetadata(
  client: PoolClient,
  userId: string,
  metadata: Metadata,
  now: Date,
): Promise<void> {
  await client.query('update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1', [
    userId,
    metadata,
    now,
  ])
}

/** Gives an account that nobody has confirmed the facts of a new one, in place of all it had. */
export async function replaceMetadata(
  client: PoolClient,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  metadata: Metadata,
  now: Date,
): Promise<void> {
  const facts = accountFacts(id, email, metadata)
  await client.query('update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1', [id, facts, now])
  await client.query(
    `update auth.identities set identity_data = $2, updated_at = $3 where user_id = $1 and provider = 'email'`,
    [id, facts, now],
  )
}

/** Remembers the address that somebody wants to have; neither the old nor the new one has agreed yet. */
export async function beginEmailChange(client: PoolClient, userId: string, email: string, now: Date): Promise<void> {
  await client.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3 where id = $1',
    [userId, email, now],
  )
}

export async function recordFirstConsent(client: PoolClient, userId: string, now: Date): Promise<void> {
  await client.query('update auth.users set email_change_confirm_status = 1, updated_at = $2 where id = $1', [
    userId,
    now,
  ])
}

/** Gives the account the address that it wanted. Throws PostgreSQL's 23505 if another account has it by now. */
export async function completeEmailChange(client: PoolClient, userId: string, now: Date): Promise<void> {
  await client.query(
    `update auth.identities set updated_at = $2, identity_data = identity_data
       || jsonb_build_object('email', (select email_change from auth.users where id = $1), 'email_verified', true)
     where user_id = $1 and provider = 'email'`,
    [userId, now],
  )
  await client.query(
    `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0, updated_at = $2,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', email_change)
     where id = $1`,
    [userId, now],
  )
}
