import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { deleteAllFactors } from './factors.ts'
import { deleteFlows } from './flows.ts'
import { type Metadata, metadataWithEmail, readUser, userColumns, type UserRecord, type UserRow } from './users.ts'

export interface Page {
  /** From 1. */
  page: number
  perPage: number
  /** Part of an address or a full name; empty for all. */
  filter: string
}

/** One page of all accounts, also deleted ones, the newest first; `total` counts all pages. */
export async function listUsers(
  client: PoolClient,
  { page, perPage, filter }: Page,
): Promise<{ users: UserRow[]; total: number }> {
  const condition = `$1 = '' or position(lower($1) in lower(email)) > 0
    or position(lower($1) in lower(raw_user_meta_data ->> 'full_name')) > 0`
  const counted = await client.query<{ total: number }>(
    `select count(*)::int as total from auth.users where ${condition}`,
    [filter],
  )
  const { rows } = await client.query<UserRecord>(
    `select ${userColumns} from auth.users as users where ${condition}
     order by users.created_at desc, users.id limit $2 offset $3`,
    [filter, perPage, (page - 1) * perPage],
  )
  return { users: rows.map(readUser), total: counted.rows[0]?.total ?? 0 }
}

/** An account, deleted or not, locked until the transaction ends. */
export async function lockUser(client: PoolClient, id: string): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRecord>(
    `select ${userColumns} from auth.users as users where users.id = $1 for update of users`,
    [id],
  )
  return rows[0] && readUser(rows[0])
}

export async function setAppMetadata(client: PoolClient, id: string, metadata: Metadata, now: Date): Promise<void> {
  await client.query('update auth.users set raw_app_meta_data = $2, updated_at = $3 where id = $1', [id, metadata, now])
}

/** Changes an account's address without confirmation. */
export async function setAddress(
  client: PoolClient,
  id: string,
  { email, isVerified }: { email: string; isVerified: boolean },
  now: Date,
): Promise<void> {
  await client.query(
    `update auth.users set email = $2::text, email_change = '', email_change_confirm_status = 0, updated_at = $3,
       raw_user_meta_data = ${metadataWithEmail('$2::text')}
     where id = $1`,
    [id, email, now],
  )
  await client.query(
    `update auth.identities set updated_at = $4, identity_data = identity_data
       || jsonb_build_object('email', $2::text, 'email_verified', $3::boolean)
     where user_id = $1 and provider = 'email'`,
    [id, email, isVerified, now],
  )
}

/** `until` null ends a ban. */
export async function setBan(client: PoolClient, id: string, until: Date | null, now: Date): Promise<void> {
  await client.query('update auth.users set banned_until = $2, updated_at = $3 where id = $1', [id, until, now])
}

export async function recordInvitation(client: PoolClient, id: string, now: Date): Promise<void> {
  await client.query('update auth.users set invited_at = $2, updated_at = $2 where id = $1', [id, now])
}

/** Deletes an account with its sessions, factors and started sign-ins. */
export async function deleteUser(client: PoolClient, id: string): Promise<void> {
  await deleteFlows(client, id)
  await client.query('delete from auth.users where id = $1', [id])
}

/**
 * Keeps the account's id, which other tables may refer to, and obscures everything else, as Supabase Auth does
 * (internal/models/user.go, SoftDeleteUser). Nobody can sign in, but a known address can still be matched to it.
 */
export async function softDeleteUser(client: PoolClient, user: UserRow, now: Date): Promise<void> {
  await client.query(
    `update auth.users set email = $2, phone = $3, encrypted_password = null, email_change = '',
       raw_app_meta_data = '{}', raw_user_meta_data = '{}', deleted_at = $4, updated_at = $4
     where id = $1`,
    [user.id, obscured(user.id, user.email), user.phone && obscured(user.id, user.phone).slice(0, 15), now],
  )
  for (const { id, provider_id } of user.identities) {
    await client.query(
      "update auth.identities set provider_id = $2, identity_data = '{}', updated_at = $3 where id = $1",
      [id, obscured(user.id, provider_id), now],
    )
  }
  await deleteAllFactors(client, user.id)
  await deleteFlows(client, user.id)
}

function obscured(id: string, value: string): string {
  return createHash('sha256').update(id + value).digest('base64url')
}
