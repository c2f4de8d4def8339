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
 * Takes from shared buckets, a twentieth of the limit at a time, so that subsequent requests of that kind need no database.
 * Several processes together never exceed the limit; they may fall a little short of it.
 */
export function createLeases(database: Database) {
  const leases = new Map<string, Lease>()
  // Concurrent requests wait for the same lease.
  const renewals = new Map<string, Promise<boolean>>()

  /** 0 if the request may proceed, otherwise how many milliseconds to wait. */
  async function take(bucket: Bucket, now: Date): Promise<number> {
    const share = Math.floor(bucket.times * shareOfLimit)
    if (share < 2) return takeFrom(database, bucket, 1, now)
    const name = bucket.key.toString('base64')
    for (;;) {
      const lease = leases.get(name)
      if (lease && lease.left > 0 && lease.lapsesAt > now.getTime()) {
        lease.left -= 1
        return 0
      }
      const isRenewed = await renewed(name, bucket, share, now)
      if (!isRenewed) return takeFrom(database, bucket, 1, now)
    }
  }

  function renewed(name: string, bucket: Bucket, share: number, now: Date): Promise<boolean> {
    const running = renewals.get(name)
    if (running) return running
    const renewal = (async () => {
      try {
        if ((await takeFrom(database, bucket, share, now)) > 0) return false
        leases.set(name, { left: share, lapsesAt: now.getTime() + share * bucket.intervalMs })
        return true
      } finally {
        renewals.delete(name)
      }
    })()
    renewals.set(name, renewal)
    return renewal
  }

  function dropLapsed(now: Date): void {
    for (const [name, { lapsesAt }] of leases) if (lapsesAt <= now.getTime()) leases.delete(name)
  }

  return { take, dropLapsed }
}
