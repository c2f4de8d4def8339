import type { PoolClient } from 'pg'
import type { Database } from '../../postgres/database.ts'
import { type OneTimeTokenType, removeTokens } from './one-time-tokens.ts'

// Each of these deletes at most `limit` rows in a transaction of its own and returns how many. Locked rows are skipped
// until the next run, so that nothing waits.

/** Claims this hour's upkeep for the first caller. A time in the future counts as past, since the clock was set back. */
export async function claimUpkeep(database: Database, now: Date, intervalMs: number): Promise<boolean> {
  const rows = await database.query({
    text: `update gateway.upkeep set begun_at = $1
     where begun_at is null or begun_at <= $2 or begun_at > $1
     returning 1`,
    values: [now, new Date(now.getTime() - intervalMs)],
  })
  return rows.length > 0
}

/** When a session counts as ended. */
export interface SessionEnds {
  /** Sessions whose `not_after` lies before it. */
  endedBefore: Date
  /** Sessions that began before it; null for none. */
  begunBefore: Date | null
  /** Sessions that were last refreshed before it; null for none. */
  unusedBefore: Date | null
}

// Refreshing a session sets `updated_at` too.
const hasEnded = `(
  sessions.not_after < $1 or sessions.created_at < $2
  or coalesce(sessions.updated_at, sessions.created_at) < $3
)`

/** Refresh tokens of ended sessions, so that deleting a session does not cascade to many rows. */
export function deleteTokensOfEndedSessions(database: Database, ends: SessionEnds, limit: number): Promise<number> {
  return forget(
    database,
    `delete from auth.refresh_tokens where id in (
       select tokens.id from auth.refresh_tokens as tokens
       join auth.sessions on sessions.id = tokens.session_id
       where ${hasEnded} limit $4 for update of tokens, sessions skip locked
     )`,
    [...momentsOf(ends), limit],
  )
}

/** Ended sessions without refresh tokens. */
export function deleteEndedSessions(database: Database, ends: SessionEnds, limit: number): Promise<number> {
  return forget(
    database,
    `delete from auth.sessions where id in (
       select sessions.id from auth.sessions
       where ${hasEnded} and not exists (select from auth.refresh_tokens where session_id = sessions.id)
       limit $4 for update skip locked
     )`,
    [...momentsOf(ends), limit],
  )
}

const momentsOf = ({ endedBefore, begunBefore, unusedBefore }: SessionEnds) => [endedBefore, begunBefore, unusedBefore]

/** Nothing locks an entry, and the gateway may not either: it has no right to change one. */
export function deleteAuditEntries(database: Database, before: Date, limit: number): Promise<number> {
  return forget(
    database,
    `delete from auth.audit_log_entries
     where id in (select id from auth.audit_log_entries where created_at < $1 limit $2)`,
    [before, limit],
  )
}

/** Sign-ins that were started by e-mail and never continued. */
export function deleteStaleFlows(database: Database, before: Date, limit: number): Promise<number> {
  return deleteOlder(database, 'auth.flow_state', before, limit)
}

export function deleteStaleChallenges(database: Database, before: Date, limit: number): Promise<number> {
  return deleteOlder(database, 'auth.mfa_challenges', before, limit)
}

/** Second factors that were never verified. */
export function deleteUnverifiedFactors(database: Database, before: Date, limit: number): Promise<number> {
  return forget(
    database,
    `delete from auth.mfa_factors where id in (
       select id from auth.mfa_factors where status = 'unverified' and created_at < $1
       limit $2 for update skip locked
     )`,
    [before, limit],
  )
}

/** Anonymous accounts that have neither begun nor continued a session since. */
export function deleteUnusedAnonymousUsers(database: Database, before: Date, limit: number): Promise<number> {
  return forget(
    database,
    `delete from auth.users where id in (
       select id from auth.users where is_anonymous and created_at < $1 and not exists (
         select from auth.sessions where user_id = users.id and coalesce(sessions.updated_at, sessions.created_at) >= $1
       )
       limit $2 for update skip locked
     )`,
    [before, limit],
  )
}

/** Expired codes and links; returns how many accounts had some. */
export function deleteStaleTokens(database: Database, before: Date, limit: number): Promise<number> {
  return database.transaction(async (client) => {
    // Accounts are locked first, as in every use of a token.
    const locked = await client.query<{ id: string }>(
      `select id from auth.users where id in (
         select user_id from auth.one_time_tokens where created_at < $1::timestamptz at time zone 'utc'
       ) limit $2 for update skip locked`,
      [before, limit],
    )
    const ids = locked.rows.map(({ id }) => id)
    for (const { userId, types } of await staleTokens(client, ids, before)) await removeTokens(client, userId, types)
    return ids.length
  })
}

/** Read after locking: a new e-mail may have replaced the old one. */
async function staleTokens(
  client: PoolClient,
  userIds: string[],
  before: Date,
): Promise<{ userId: string; types: OneTimeTokenType[] }[]> {
  const { rows } = await client.query<{ userId: string; types: OneTimeTokenType[] }>(
    `select user_id as "userId", array_agg(token_type::text) as types from auth.one_time_tokens
     where user_id = any($1::uuid[]) and created_at < $2::timestamptz at time zone 'utc'
     group by user_id`,
    [userIds, before],
  )
  return rows
}

function deleteOlder(database: Database, table: string, before: Date, limit: number): Promise<number> {
  return forget(
    database,
    `delete from ${table} where id in (
       select id from ${table} where created_at < $1 limit $2 for update skip locked
     )`,
    [before, limit],
  )
}

function forget(database: Database, text: string, values: unknown[]): Promise<number> {
  return database.transaction(async (client) => (await client.query(text, values)).rowCount ?? 0)
}
