import type { Database } from '../postgres/database.ts'

/** The database, or an open transaction. */
export type Queryable = Pick<Database, 'query'>

export interface Bucket {
  key: Buffer
  /** The capacity: how many requests at once. */
  times: number
  /** The time that refills one request. */
  intervalMs: number
}

/**
 * Takes `count` requests from the bucket and returns 0, or leaves it unchanged and returns how many milliseconds to wait.
 * A bucket is stored as the time at which it is full again (generic cell rate algorithm). Taking is a single statement,
 * so that processes share buckets without races.
 */
export async function takeFrom(
  database: Queryable,
  { key, times, intervalMs }: Bucket,
  count: number,
  now: Date,
): Promise<number> {
  const [row] = await database.query<{ taken: boolean; full_at: Date | null }>({
    name: 'take-from-bucket',
    text: `with taken as (
       insert into gateway.rate_limits as bucket (key, full_at)
       values ($1, $2::timestamptz + $3::float8 * $4::float8 * interval '1 millisecond')
       on conflict (key) do update
         set full_at = greatest(bucket.full_at, $2) + $3 * $4 * interval '1 millisecond'
         where bucket.full_at <= $2::timestamptz + $3 * ($5::float8 - $4) * interval '1 millisecond'
       returning 1
     )
     select exists (select from taken) as taken, (select full_at from gateway.rate_limits where key = $1) as full_at`,
    values: [key, now, intervalMs, count, times],
  })
  if (row?.taken) return 0
  const missingMs = (row?.full_at?.getTime() ?? 0) - now.getTime() - intervalMs * (times - count)
  return Math.max(missingMs, 1)
}

/** Returns one request to the bucket. */
export async function giveBackOne(database: Database, { key, intervalMs }: Bucket): Promise<void> {
  await database.query({
    name: 'give-back-to-bucket',
    text: `update gateway.rate_limits set full_at = full_at - $2::float8 * interval '1 millisecond' where key = $1`,
    values: [key, intervalMs],
  })
}

/** Deletes full buckets, which are equivalent to missing ones. */
export async function deleteFullBuckets(database: Database, now: Date): Promise<void> {
  await database.query({
    text: `delete from gateway.rate_limits
     where key in (select key from gateway.rate_limits where full_at <= $1 limit 10000 for update skip locked)`,
    values: [now],
  })
}

/** When an account's owner last authenticated from a network, at a precision of a day. */
export async function lastSeen(database: Queryable, key: Buffer): Promise<Date | undefined> {
  const [row] = await database.query<{ seen_at: Date }>({
    name: 'last-seen',
    text: 'select seen_at from gateway.familiar_addresses where key = $1',
    values: [key],
  })
  return row?.seen_at
}

export async function recordSeen(database: Database, key: Buffer, now: Date): Promise<void> {
  await database.query({
    text: `insert into gateway.familiar_addresses (key, seen_at) values ($1, $2)
     on conflict (key) do update set seen_at = $2`,
    values: [key, now],
  })
}

/** Deletes networks without a sign-in since then. */
export async function deleteUnfamiliar(database: Database, before: Date): Promise<void> {
  await database.query({ text: 'delete from gateway.familiar_addresses where seen_at < $1', values: [before] })
}
