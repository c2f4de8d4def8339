import type { PoolClient, QueryResultRow } from 'pg'
import type { Database, Statement } from '../../postgres/database.ts'
import { type AuthResult, type AuthFault, faults } from '../contract/faults.ts'
import { createLeases } from '../../limits/leases.ts'
import { bucketsOf, familiarKey, mailboxOf, type Subject } from '../../limits/buckets.ts'
import type { LimitChanges, LimitedAction, Scope } from '../../limits/figures.ts'
import {
  type Bucket,
  type Queryable,
  deleteFullBuckets,
  deleteUnfamiliar,
  giveBackOne,
  lastSeen,
  recordSeen,
  takeFrom,
} from '../../limits/stored-buckets.ts'
import type { Place } from '../stores/one-time-tokens.ts'

export interface Limits {
  /**
   * Counts a request; the fault says when to try again. Requests from familiar networks do not count against the account
   * as a whole, so that strangers cannot use up its owner's attempts. E-mails count when they are sent (`countEmail`).
   */
  take(action: LimitedAction, subject: Subject): Promise<AuthResult<null>>
  /**
   * Counts an e-mail against the mailbox of its address, in the transaction that prepares it; false if the limit is reached.
   * `from` is the requesting IP address: requests from a network that is familiar to the account are not limited.
   */
  countEmail(client: PoolClient, address: string, from: string | undefined): Promise<boolean>
  /**
   * Counts a password as wrong before it is checked, so that a thousand concurrent attempts count as a thousand. `right`
   * reverts that and, where the password alone proves the owner, makes the network familiar.
   *
   * Nobody can lock an account's owner out (R-NO-LOCK-OUT). Wrong passwords count against the account at that network; only those from
   * unfamiliar networks also count against the account as a whole, so that many networks do not help an attacker. A
   * network is familiar for 90 days after a sign-in. An owner at a new network, while the account is under attack, still
   * has "Forgot password", which no wrong password counts against: if attackers have used up its limit, the last e-mail
   * is in the mailbox, and its link works.
   */
  passwordAttempt(subject: Subject): Promise<AuthResult<{ right(proven: 'owner' | 'password'): Promise<void> }>>
  /**
   * Counts a second factor's code as wrong before it is checked; `giveBack` reverts that. The account is named by its id,
   * so that its familiar networks are those where a second factor was shown, whereas passwords and e-mails go by address.
   *
   * Whoever knows only the password cannot use up the owner's attempts (R-NO-LOCK-OUT): those from familiar networks count at their
   * network alone, and elsewhere sessions that were opened by password and by e-mail count apart.
   */
  factorAttempt(subject: Subject, openedBy: FirstProof): Promise<AuthResult<{ giveBack(): Promise<void> }>>
  /** Whether a request comes from a network that is familiar to the account. */
  placeOf(client: PoolClient, subject: Subject): Promise<Place>
  /** Makes the network familiar: the account's owner has just authenticated from it. */
  recognize(subject: Subject): Promise<void>
}

/** How a session was opened that has not shown a second factor yet. */
export type FirstProof = 'password' | 'email'

const dayMs = 24 * 3600 * 1000
const familiarMs = 90 * dayMs

const sweepIntervalMs = 60_000

/** Rate limits that all processes on one database share. */
export function createLimits(database: Database, changes: LimitChanges, now: () => Date): Limits {
  const leases = createLeases(database)
  let nextSweepMs = 0

  async function takeAll(
    buckets: Bucket[],
    takeOne: (bucket: Bucket) => Promise<number>,
    fault: AuthFault,
  ): Promise<AuthResult<null>> {
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
    await deleteFullBuckets(database, now())
    await deleteUnfamiliar(database, new Date(time - familiarMs))
  }

  async function bucketsOfRequest(action: LimitedAction, subject: Subject): Promise<Bucket[]> {
    const buckets = bucketsOf(changes, action, subject, ['address', 'accountAtAddress'])
    const ofAccount = action === 'email' ? [] : bucketsOf(changes, action, subject, ['account'])
    const isFamiliar = ofAccount.length > 0 && (await seenAt(database, subject))
    return isFamiliar ? buckets : [...buckets, ...ofAccount]
  }

  return {
    take: async (action, subject) =>
      takeAll(
        await bucketsOfRequest(action, subject),
        (bucket) => leases.take(bucket, now()),
        action === 'email' ? faults.tooManyEmails : faults.tooManyRequests,
      ),
    async countEmail(client, address, from) {
      const counts = queryableOf(client)
      if (await seenAt(counts, { account: address, address: from })) return true
      for (const bucket of bucketsOf(changes, 'email', { account: mailboxOf(address) }, ['account'])) {
        if ((await takeFrom(counts, bucket, 1, now())) > 0) return false
      }
      return true
    },
    async passwordAttempt(subject) {
      const seen = await seenAt(database, subject)
      const scopes: Scope[] = seen ? ['address', 'accountAtAddress'] : ['address', 'accountAtAddress', 'account']
      const attempt = await tryFrom(bucketsOf(changes, 'wrong-password', subject, scopes))
      if ('fault' in attempt) return attempt
      const right = async (proven: 'owner' | 'password') => {
        await attempt.ok.giveBack()
        if (proven === 'password') return
        if (!seen || now().getTime() - seen.getTime() > dayMs) await recognize(subject)
      }
      return { ok: { right } }
    },
    async factorAttempt(subject, openedBy) {
      const buckets = bucketsOf(changes, 'wrong-factor', subject, ['accountAtAddress'])
      if (await seenAt(database, subject)) return tryFrom(buckets)
      const strange = { account: `${subject.account} by ${openedBy}` }
      return tryFrom([...buckets, ...bucketsOf(changes, 'wrong-factor', strange, ['account'])])
    },
    placeOf: async (client, subject) => ((await seenAt(queryableOf(client), subject)) ? 'nearby' : 'elsewhere'),
    recognize,
  }

  async function tryFrom(buckets: Bucket[]): Promise<AuthResult<{ giveBack(): Promise<void> }>> {
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

async function seenAt(queryable: Queryable, subject: Subject): Promise<Date | undefined> {
  const key = familiarKey(subject)
  return key && lastSeen(queryable, key)
}

function queryableOf(client: PoolClient): Queryable {
  return { query: async <Row extends QueryResultRow>(statement: Statement) => (await client.query<Row>(statement)).rows }
}
