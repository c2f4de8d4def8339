import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { findUserById, type Metadata, type UserRow } from './users.ts'

export interface NewUser {
  /** A UUID; random if it is left out. */
  id?: string
  email: string
  /** Empty for none yet. */
  passwordHash: string
  /** The metadata given for the user. */
  metadata: Metadata
  createdBy: 'owner' | 'administrator'
}

/** The metadata of an account that its owner created: the client's, overridden by the service's own facts. */
export function accountFacts(id: string, email: string, metadata: Metadata): Metadata {
  return { ...metadata, sub: id, email, email_verified: false, phone_verified: false }
}

/**
 * Creates an account with its e-mail identity and an unconfirmed address; undefined if the address has an account, even
 * one that is being created concurrently.
 */
export async function insertUser(
  client: PoolClient,
  { id = randomUUID(), email, passwordHash, metadata, createdBy }: NewUser,
  now: Date,
): Promise<UserRow | undefined> {
  // As in Supabase Auth, what an administrator gives is kept as it is, apart from the service's own facts.
  const isOwn = createdBy === 'owner'
  const identity = accountFacts(id, email, isOwn ? metadata : {})
  // Supabase Auth scans the token columns as strings, so they hold '' and never null.
  const { rowCount } = await client.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, is_super_admin,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
       confirmation_token, recovery_token, email_change_token_new, email_change
     ) values (
       '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, false,
       $4, $5, $6, $6,
       '', '', '', ''
     )
     on conflict (email) where is_sso_user = false do nothing`,
    [id, email, passwordHash, { provider: 'email', providers: ['email'] }, isOwn ? identity : metadata, now],
  )
  if (rowCount === 0) return undefined
  await client.query(
    `insert into auth.identities (
       id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
     ) values ($1, $2, $3, $4, 'email', $5, $5, $5)`,
    [randomUUID(), id, id, identity, now],
  )
  return findUserById(client, id)
}
