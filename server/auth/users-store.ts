import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'

export type Metadata = Record<string, unknown>

/** The columns of `auth.identities` that the contract shows. */
export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  email: string | null
}

/** The columns of `auth.users` that this service reads, with the person's identities. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string
  encrypted_password: string | null
  email_confirmed_at: Date | null
  phone: string | null
  confirmation_sent_at: Date | null
  confirmed_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  /** PostgreSQL's `infinity` arrives as a number. */
  banned_until: Date | number | null
  created_at: Date
  updated_at: Date
  is_anonymous: boolean
  identities: IdentityRow[]
}

export interface NewUser {
  email: string
  passwordHash: string
  /** What the person's own program wants kept; it never replaces what the service knows itself. */
  metadata: Metadata
}

/**
 * Creates an account with its e-mail identity, its address not confirmed; undefined if the address has an account,
 * even one made at this moment.
 */
export async function insertUser(
  client: PoolClient,
  { email, passwordHash, metadata }: NewUser,
  now: Date,
): Promise<UserRow | undefined> {
  const id = randomUUID()
  const identity = { ...metadata, sub: id, email, email_verified: false, phone_verified: false }
  // Supabase Auth reads the empty token columns as text, so they hold '' and never null.
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
    [id, email, passwordHash, { provider: 'email', providers: ['email'] }, identity, now],
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

export function findUserByEmail(client: PoolClient, email: string): Promise<UserRow | undefined> {
  return findUser(client, 'email = $1 and is_sso_user = false', email)
}

export function findUserById(client: PoolClient, id: string): Promise<UserRow | undefined> {
  return findUser(client, 'id = $1', id)
}

export async function recordSignIn(client: PoolClient, id: string, now: Date): Promise<void> {
  await client.query('update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1', [id, now])
}

async function findUser(client: PoolClient, condition: string, value: string): Promise<UserRow | undefined> {
  const { rows } = await client.query<Omit<UserRow, 'identities'>>(
    `select id, aud, role, email, encrypted_password, email_confirmed_at, phone, confirmation_sent_at, confirmed_at,
            last_sign_in_at, coalesce(raw_app_meta_data, '{}') as raw_app_meta_data,
            coalesce(raw_user_meta_data, '{}') as raw_user_meta_data, banned_until, created_at, updated_at, is_anonymous
     from auth.users where deleted_at is null and ${condition}`,
    [value],
  )
  const user = rows[0]
  if (!user) return undefined
  const identities = await client.query<IdentityRow>(
    `select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
     from auth.identities where user_id = $1 order by created_at, id`,
    [user.id],
  )
  return { ...user, identities: identities.rows }
}
