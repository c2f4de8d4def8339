import type { Database } from '../postgres/database.ts'
import { type Bucket, takeFrom } from './stored-buckets.ts'

interface Lease {
  left: number
  /** Milliseconds since 1970. The remainder lapses then, since the bucket has refilled. */
  lapsesAt: number
}

// For small limits the share is a single request, which keeps them exact.
const shareOfLimit = 1 / 20

/**
 * Takes from shared buckets that nobody gives back to, a twentieth of the limit at a time, so that subsequent requests of
 * that kind need no database; nor do those to a bucket that is known to be empty. Several processes together never exceed
 * the limit; they may fall a little short of it.
 */
export function createLeases(database: Database) {
  const leases = new Map<string, Lease>()
  /** Which buckets are empty, and until when, in milliseconds since 1970. */
  const empty = new Map<string, number>()
  /** The last taking from a bucket: the next one waits for it, so that a burst asks the database once. */
  const turns = new Map<string, Promise<number>>()

  /** 0 if the request may proceed, otherwise how many milliseconds to wait. */
  async function take(bucket: Bucket, now: Date): Promise<number> {
    const name = nameOf(bucket)
    const before = turns.get(name)
    const turn = (async () => {
      await before?.catch(() => undefined)
      return missing(bucket, now) || takeNow(name, bucket, now)
    })()
    turns.set(name, turn)
    try {
      return await turn
    } finally {
      if (turns.get(name) === turn) turns.delete(name)
    }
  }

  async function takeNow(name: string, bucket: Bucket, now: Date): Promise<number> {
    const lease = leases.get(name)
    if (lease && lease.left > 0 && lease.lapsesAt > now.getTime()) {
      lease.left -= 1
      return 0
    }
    const share = Math.floor(bucket.times * shareOfLimit)
    if (share >= 2 && (await takeFrom(database, bucket, share, now)) === 0) {
      leases.set(name, { left: share - 1, lapsesAt: now.getTime() + share * bucket.intervalMs })
      return 0
    }
    const missingMs = await takeFrom(database, bucket, 1, now)
    if (missingMs > 0) empty.set(name, now.getTime() + missingMs)
    return missingMs
  }

  /** How many milliseconds this bucket is known to stay empty. */
  const missing = (bucket: Bucket, now: Date): number => Math.max(0, (empty.get(nameOf(bucket)) ?? 0) - now.getTime())

  function dropLapsed(now: Date): void {
    for (const [name, { lapsesAt }] of leases) if (lapsesAt <= now.getTime()) leases.delete(name)
    for (const [name, untilMs] of empty) if (untilMs <= now.getTime()) empty.delete(name)
  }

  return { take, missing, dropLapsed }
}

const nameOf = ({ key }: Bucket) => key.toString('base64')
