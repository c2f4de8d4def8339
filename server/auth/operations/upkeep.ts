import type { Database } from '../../postgres/database.ts'
import type { AuthSettings } from './auth-service.ts'
import {
  forgetAuditEntries,
  forgetChallenges,
  forgetEndedSessions,
  forgetFlows,
  forgetOneTimeTokens,
  forgetTokensOfEndedSessions,
  forgetUnverifiedFactors,
  takeTurn,
} from '../stores/upkeep.ts'

export interface UpkeepParts {
  database: Database
  settings: Pick<AuthSettings, 'letterSeconds' | 'sessionSeconds' | 'inactivitySeconds'>
  now: () => Date
}

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs

/** Entries of the log are kept for so long. */
const auditMs = 365 * dayMs

/** What is over stays for another day, so that whoever comes back to it is told why it does not work. */
const graceMs = dayMs

// Small enough for every transaction to be over in a moment; what is more waits for the next turn.
const batch = { rows: 500, accounts: 50 }
const mostBatches = 20

/**
 * Forgets what no answer depends on any more, once an hour over all gateways: entries of the log, ended sessions with
 * their refresh tokens, codes and links that nobody used, sign-ins that nobody carried on, challenges, and second
 * factors that were never verified.
 *
 * A session that can still be refreshed keeps the tokens that were replaced, however old: one that is presented again
 * is the sign of a theft.
 */
export async function keepUpWhenDue({ database, settings, now }: UpkeepParts): Promise<void> {
  const time = now()
  if (!(await takeTurn(database, time, hourMs))) return
  const before = (ageMs: number) => new Date(time.getTime() - ageMs)
  const limit = (seconds: number | undefined) => (seconds === undefined ? null : before(seconds * 1000 + graceMs))
  const ends = {
    endedBefore: before(graceMs),
    begunBefore: limit(settings.sessionSeconds),
    unusedBefore: limit(settings.inactivitySeconds),
  }
  const letters = before(settings.letterSeconds * 1000 + graceMs)
  await inBatches((size) => forgetAuditEntries(database, before(auditMs), size))
  await inBatches((size) => forgetTokensOfEndedSessions(database, ends, size))
  await inBatches((size) => forgetEndedSessions(database, ends, size))
  await inBatches((size) => forgetOneTimeTokens(database, letters, size), batch.accounts)
  await inBatches((size) => forgetFlows(database, letters, size))
  await inBatches((size) => forgetChallenges(database, before(graceMs), size))
  await inBatches((size) => forgetUnverifiedFactors(database, before(graceMs), size))
}

async function inBatches(forget: (limit: number) => Promise<number>, size = batch.rows): Promise<void> {
  for (let done = 0; done < mostBatches; done += 1) if ((await forget(size)) < size) return
}
