import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new'
  | 'reauthentication_token'

/** Where a request comes from: `nearby` is a network that is familiar to the account. */
export type Place = 'nearby' | 'elsewhere'

/** A code or link that was sent and not used yet. */
export interface PendingToken {
  userId: string
  type: OneTimeTokenType
  /** The address that it was sent to. */
  email: string
  hash: string
  /** Empty for a token from a Supabase dump. */
  salt: string
  /** How many wrong codes were entered, at networks that are not familiar to the account and at those that are. */
  failedAttempts: Record<Place, number>
  sentAt: Date
}

/** How tokens are looked up: by a link's hash, an address, or an account. */
export interface TokenKey {
  column: 'token_hash' | 'relates_to' | 'user_id'
  value: string
}

export interface NewToken {
  userId: string
  type: OneTimeTokenType
  email: string
  hash: string
  salt: string
  /** Where it was asked for. */
  asked: Place
}

// Supabase Auth stores each token twice: in the user's column with the name of its type, and in a row of its own.
const sentAtColumns: Record<OneTimeTokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
}

/** Stores a token, replacing an earlier one of its type. For an account that does not exist it stores nothing. */
export async function storeToken(
  client: PoolClient,
  { userId, type, email, hash, salt, asked }: NewToken,
  now: Date,
): Promise<void> {
  await client.query(
    `update auth.users set ${type} = $2, ${sentAtColumns[type]} = $3, updated_at = $3 where id = $1`,
    [userId, hash, now],
  )
  // The columns are timestamps without time zone and hold UTC.
  await client.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     select $1, id, $3, $4, $5, $6::timestamptz at time zone 'utc', $6::timestamptz at time zone 'utc'
     from auth.users where id = $2
     on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), userId, type, hash, email, now],
  )
  await client.query(
    `insert into gateway.one_time_codes (user_id, token_type, salt, asked_nearby)
     select id, $2, $3, $4 from auth.users where id = $1
     on conflict (user_id, token_type) do update
       set salt = excluded.salt, asked_nearby = excluded.asked_nearby, failed_attempts = 0, failed_nearby = 0`,
    [userId, type, salt, asked === 'nearby'],
  )
}

/**
 * The pending tokens of these types under the key. Their accounts are locked until the transaction ends, so that only the
 * first of several concurrent uses finds a token.
 */
export async function lockTokens(
  client: PoolClient,
  key: TokenKey,
  types: readonly OneTimeTokenType[],
): Promise<PendingToken[]> {
  const { column, value } = key
  const locked = await client.query<{ id: string }>(
    `select id from auth.users where id in (
       select user_id from auth.one_time_tokens
       where ${column} = $1 and token_type = any($2::auth.one_time_token_type[])
     ) order by id for update`,
    [value, types],
  )
  // Read after locking, so that tokens used by a concurrent transaction are gone.
  const { rows } = await client.query<PendingToken>(
    `select token.user_id as "userId", token.token_type as type, token.relates_to as email, token.token_hash as hash,
            coalesce(code.salt, '') as salt,
            json_build_object(
              'elsewhere', coalesce(code.failed_attempts, 0), 'nearby', coalesce(code.failed_nearby, 0)
            ) as "failedAttempts",
            token.created_at at time zone 'utc' as "sentAt"
     from auth.one_time_tokens as token
     left join gateway.one_time_codes as code using (user_id, token_type)
     where token.${column} = $1 and token.token_type = any($2::auth.one_time_token_type[])
       and token.user_id = any($3::uuid[])`,
    [value, types, locked.rows.map(({ id }) => id)],
  )
  return rows
}

/** Where a pending token was asked for; undefined if there is none. */
export async function whereAsked(client: PoolClient, userId: string, type: OneTimeTokenType): Promise<Place | undefined> {
  const { rows } = await client.query<{ place: Place }>(
    `select case when asked_nearby then 'nearby' else 'elsewhere' end as place
     from gateway.one_time_codes where user_id = $1 and token_type = $2`,
    [userId, type],
  )
  return rows[0]?.place
}

/** Counts a wrong code against each token. Always one statement, so that its time does not reveal pending tokens. */
export async function countFailedAttempts(
  client: PoolClient,
  tokens: Pick<PendingToken, 'userId' | 'type'>[],
  place: Place,
): Promise<void> {
  const column = place === 'nearby' ? 'failed_nearby' : 'failed_attempts'
  await client.query(
    `insert into gateway.one_time_codes (user_id, token_type, salt, ${column})
     select user_id, token_type, '', 1
     from unnest($1::uuid[], $2::auth.one_time_token_type[]) as tried(user_id, token_type)
     on conflict (user_id, token_type) do update set ${column} = one_time_codes.${column} + 1`,
    [tokens.map(({ userId }) => userId), tokens.map(({ type }) => type)],
  )
}

/** Deletes pending tokens, links and codes alike. */
export async function removeTokens(
  client: PoolClient,
  userId: string,
  types: readonly OneTimeTokenType[],
): Promise<void> {
  const columns = types.map((type) => `${type} = ''`).join(', ')
  await client.query(`update auth.users set ${columns} where id = $1`, [userId])
  for (const table of ['auth.one_time_tokens', 'gateway.one_time_codes']) {
    await client.query(
      `delete from ${table} where user_id = $1 and token_type = any($2::auth.one_time_token_type[])`,
      [userId, types],
    )
  }
}

/** Clears when e-mails were sent, so that new ones may be sent immediately. */
export async function clearEmailTimes(client: PoolClient, userId: string): Promise<void> {
  const columns = [...new Set(Object.values(sentAtColumns))].map((column) => `${column} = null`).join(', ')
  await client.query(`update auth.users set ${columns} where id = $1`, [userId])
}

/**
 * Lets the transaction commit without waiting for the disk, which would reveal whether anything was written. Only for
 * writes that may be lost if the database crashes within the same second.
 */
export async function commitWithoutWaiting(client: PoolClient): Promise<void> {
  await client.query('set local synchronous_commit = off')
}
