import type { PoolClient } from 'pg'
import { deleteAllFactors } from './factors.ts'
import { deleteFlows } from './flows.ts'
import { accountFacts } from './new-users.ts'
import { deleteAllSessions } from './sessions.ts'
import { type Metadata, metadataWithEmail, type UserRow } from './users.ts'

/** Marks the address as confirmed. */
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

/** An empty hash is no password: signing in with one is impossible until it is set. */
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

/** Replaces the metadata of an unconfirmed account with that of a new one. */
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

/** Stores the requested address, which neither the old nor the new one has confirmed yet. */
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

/**
 * Makes the requested address the account's own; an anonymous account becomes a lasting one by it. Throws SQLSTATE 23505 if
 * another account has taken it.
 */
export async function completeEmailChange(client: PoolClient, userId: string, now: Date): Promise<void> {
  await client.query(
    `update auth.identities set updated_at = $2, identity_data = identity_data
       || jsonb_build_object('email', (select email_change from auth.users where id = $1), 'email_verified', true)
     where user_id = $1 and provider = 'email'`,
    [userId, now],
  )
  await client.query(
    `insert into auth.identities (
       id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
     )
     select gen_random_uuid(), id, id,
       jsonb_build_object('sub', id, 'email', email_change, 'email_verified', false, 'phone_verified', false),
       'email', $2, $2, $2
     from auth.users where id = $1 and is_anonymous`,
    [userId, now],
  )
  await client.query(
    `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0, updated_at = $2,
       raw_user_meta_data = ${metadataWithEmail('email_change')},
       raw_app_meta_data = case when is_anonymous
         then raw_app_meta_data || '{"provider": "email", "providers": ["email"]}' else raw_app_meta_data end,
       is_anonymous = false
     where id = $1`,
    [userId, now],
  )
}

/**
 * Revokes all access that a stranger may have gained before the address was proven: sessions, second factors, and sign-ins
 * started in other browsers. The sign-in with `ownAuthCode` continues. The password is left to the caller.
 */
export async function revokeAllAccess(client: PoolClient, userId: string, ownAuthCode?: string): Promise<void> {
  await deleteAllSessions(client, userId)
  await deleteAllFactors(client, userId)
  await deleteFlows(client, userId, ownAuthCode)
}
