import type { PoolClient, QueryResultRow } from 'pg'
import type { Database, Statement } from '../../postgres/database.ts'
import { type Answer, type AuthFault, faults } from '../contract/faults.ts'
import { createLeases } from './leases.ts'
import { bucketsOf, familiarKey, type Subject } from './buckets.ts'
import type { LimitChanges, LimitedAction, Scope } from './figures.ts'
import {
  type Bucket,
  type Counts,
  dropFullBuckets,
  dropStrange,
  giveBackOne,
  lastSeen,
  recordSeen,
  takeFrom,
} from '../stores/limits.ts'

export interface Limits {
  /**
   * Counts a request; the fault says when to come back. Familiar addresses do not count for the account as a whole, so
   * that strangers cannot use up its owner's tries. Letters count for it once they are written, by `letterTo`.
   */
  take(action: LimitedAction, subject: Subject): Promise<Answer<null>>
  /**
   * Counts a letter for the mailbox that it goes to, within the transaction that writes it: false if strangers had it
   * sent too many. `from` is the address that asks, which may be familiar to the mailbox's account.
   */
  letterTo(client: PoolClient, mailbox: string, from: string | undefined): Promise<boolean>
  /**
   * Counts a password as wrong before it is looked at, so that a thousand tries at once are a thousand; `right` takes
   * it back and makes the address a familiar one.
   *
   * Nobody can lock an account's owner out: wrong passwords count for the account at the one address. Only those from
   * strange addresses count for the account as a whole too, so that many addresses do not help, and addresses from
   * which the account was signed in to in the last 90 days are never strange. An owner at a new address while the
   * account is under attack still has the letter of recovery, which no password counts against: if strangers have
   * asked for so many that no more are written, the last one is in the mailbox, and its link works.
   */
  passwordTry(subject: Subject): Promise<Answer<{ right(): Promise<void> }>>
  /**
   * Counts a code of an account's second factors as wrong before it is looked at; `giveBack` undoes that. No address is
   * familiar here: whoever knows the password can make one so.
   */
  factorTry(account: string): Promise<Answer<{ giveBack(): Promise<void> }>>
  /** Remembers that the account's owner has just proved to be at this address. */
  recognize(subject: Subject): Promise<void>
}

const dayMs = 24 * 3600 * 1000
const familiarMs = 90 * dayMs

const sweepIntervalMs = 60_000

/** Limits that all processes on a database share. Their clock is the caller's. */
export function createLimits(database: Database, changes: LimitChanges, now: () => Date): Limits {
  const leases = createLeases(database)
  let nextSweepMs = 0

  async function takeAll(
    buckets: Bucket[],
    takeOne: (bucket: Bucket) => Promise<number>,
    fault: AuthFault,
  ): Promise<Answer<null>> {
    await sweep()
    for (const bucket of buckets) {
      const missingMs = await takeOne(bucket)
      if (missingMs > 0) return { fault: { ...fault, retryAfterSeconds: Math.ceil(missingMs / 1000) } }
    }
    return { ok: null }
  }

  async function sweep(): Promise<void> {
    const time = now().getTime()
    if (time < nextSweepMs) return
    nextSweepMs = time + sweepIntervalMs
    leases.dropLapsed(now())
    await dropFullBuckets(database, now())
    await dropStrange(database, new Date(time - familiarMs))
  }

  async function bucketsOfRequest(action: LimitedAction, subject: Subject): Promise<Bucket[]> {
    const buckets = bucketsOf(changes, action, subject, ['address', 'accountAtAddress'])
    const ofAccount = action === 'letter' ? [] : bucketsOf(changes, action, subject, ['account'])
    // The password alone makes an address familiar, so that says nothing where a second factor is asked for.
    const isFamiliar = ofAccount.length > 0 && action !== 'factor' && (await seenAt(database, subject))
    return isFamiliar ? buckets : [...buckets, ...ofAccount]
  }

  return {
    take: async (action, subject) =>
      takeAll(
        await bucketsOfRequest(action, subject),
        (bucket) => leases.take(bucket, now()),
        action === 'letter' ? faults.tooManyLetters : faults.tooManyRequests,
      ),
    async letterTo(client, mailbox, from) {
      const counts = countsIn(client)
      if (await seenAt(counts, { account: mailbox, address: from })) return true
      for (const bucket of bucketsOf(changes, 'letter', { account: mailbox }, ['account'])) {
        if ((await takeFrom(counts, bucket, 1, now())) > 0) return false
      }
      return true
    },
    async passwordTry(subject) {
      const seen = await seenAt(database, subject)
      const scopes: Scope[] = seen ? ['address', 'accountAtAddress'] : ['address', 'accountAtAddress', 'account']
      const attempt = await tryFrom(bucketsOf(changes, 'wrong-password', subject, scopes))
      if ('fault' in attempt) return attempt
      const right = async () => {
        await attempt.ok.giveBack()
        if (!seen || now().getTime() - seen.getTime() > dayMs) await recognize(subject)
      }
      return { ok: { right } }
    },
    factorTry: (account) => tryFrom(bucketsOf(changes, 'wrong-factor', { account }, ['account'])),
    recognize,
  }

  async function tryFrom(buckets: Bucket[]): Promise<Answer<{ giveBack(): Promise<void> }>> {
    const taken = await takeAll(buckets, (bucket) => takeFrom(database, bucket, 1, now()), faults.tooManyRequests)
    if ('fault' in taken) return taken
    const giveBack = async () => {
      for (const bucket of buckets) await giveBackOne(database, bucket)
    }
    return { ok: { giveBack } }
  }

  async function recognize(subject: Subject): Promise<void> {
    const key = familiarKey(subject)
    if (key) await recordSeen(database, key, now())
  }
}

async function seenAt(counts: Counts, subject: Subject): Promise<Date | undefined> {
  const key = familiarKey(subject)
  return key && lastSeen(counts, key)
}

function countsIn(client: PoolClient): Counts {
  return { query: async <Row extends QueryResultRow>(statement: Statement) => (await client.query<Row>(statement)).rows }
}
