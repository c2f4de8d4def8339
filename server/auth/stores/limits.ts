import type { Database } from '../../postgres/database.ts'

/** Where the counts are: the database, or a transaction that they are part of. */
export type Counts = Pick<Database, 'query'>

export interface Bucket {
  key: Buffer
  /** How many requests fit in at once. */
  times: number
  /** How long it takes until one more fits in. */
  intervalMs: number
}

/**
 * Puts so many requests into the bucket and answers 0, or leaves it as it is and answers how many milliseconds are
 * missing.
 * A bucket is one moment, the one at which it will be full again (the generic cell rate algorithm), and taking is one
 * statement: processes that share the database share the bucket, and nobody slips in between.
 */
export async function takeFrom(
  database: Counts,
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

/** Undoes a take. */
export async function giveBackOne(database: Database, { key, intervalMs }: Bucket): Promise<void> {
  await database.query({
    name: 'give-back-to-bucket',
    text: `update gateway.rate_limits set full_at = full_at - $2::float8 * interval '1 millisecond' where key = $1`,
    values: [key, intervalMs],
  })
}

/** Deletes buckets that are full again; they say no more than missing ones. */
export async function dropFullBuckets(database: Database, now: Date): Promise<void> {
  await database.query({
    text: `delete from gateway.rate_limits
     where key in (select key from gateway.rate_limits where full_at <= $1 limit 10000 for update skip locked)`,
    values: [now],
  })
}

/** When an account's owner was last seen at an address, to the day. */
export async function lastSeen(database: Counts, key: Buffer): Promise<Date | undefined> {
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

/** Forgets addresses that nobody has signed in from since that moment. */
export async function dropStrange(database: Database, before: Date): Promise<void> {
  await database.query({ text: 'delete from gateway.familiar_addresses where seen_at < $1', values: [before] })
}
