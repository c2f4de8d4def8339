import type { Database } from '../../postgres/database.ts'
import type { AuthSettings } from './auth-service.ts'
import {
  deleteAuditEntries,
  deleteStaleChallenges,
  deleteEndedSessions,
  deleteStaleFlows,
  deleteStaleTokens,
  deleteTokensOfEndedSessions,
  deleteUnusedAnonymousUsers,
  deleteUnverifiedFactors,
  claimUpkeep,
} from '../stores/upkeep.ts'

export interface UpkeepParts {
  database: Database
  settings: Pick<AuthSettings, 'otpSeconds' | 'sessionSeconds' | 'inactivitySeconds'>
  now: () => Date
}

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs

/** How long audit log entries are kept. */
const auditMs = 365 * dayMs

/** How long an anonymous account that is not used is kept. */
const anonymousMs = 30 * dayMs

/** Expired rows are kept for another day, so that a late attempt is told the reason. */
const graceMs = dayMs

// Small enough for short transactions; the rest follows an hour later.
const batch = { rows: 500, accounts: 50 }
const maxBatches = 20

/**
 * Deletes expired data, once an hour over all gateways: audit log entries, ended sessions with their refresh tokens,
 * unused codes and links, unfinished sign-ins, challenges, second factors that were never verified, and anonymous accounts
 * that nobody uses.
 *
 * A session that can still be refreshed keeps its replaced tokens, however old: the reuse of one is a sign of theft.
 */
export async function runUpkeepWhenDue({ database, settings, now }: UpkeepParts): Promise<void> {
  const time = now()
  if (!(await claimUpkeep(database, time, hourMs))) return
  const before = (ageMs: number) => new Date(time.getTime() - ageMs)
  const limit = (seconds: number | undefined) => (seconds === undefined ? null : before(seconds * 1000 + graceMs))
  const ends = {
    endedBefore: before(graceMs),
    begunBefore: limit(settings.sessionSeconds),
    unusedBefore: limit(settings.inactivitySeconds),
  }
  const emails = before(settings.otpSeconds * 1000 + graceMs)
  await inBatches((size) => deleteAuditEntries(database, before(auditMs), size))
  await inBatches((size) => deleteTokensOfEndedSessions(database, ends, size))
  await inBatches((size) => deleteEndedSessions(database, ends, size))
  await inBatches((size) => deleteStaleTokens(database, emails, size), batch.accounts)
  await inBatches((size) => deleteStaleFlows(database, emails, size))
  await inBatches((size) => deleteStaleChallenges(database, before(graceMs), size))
  await inBatches((size) => deleteUnverifiedFactors(database, before(graceMs), size))
  await inBatches((size) => deleteUnusedAnonymousUsers(database, before(anonymousMs), size))
}

async function inBatches(forget: (limit: number) => Promise<number>, size = batch.rows): Promise<void> {
  for (let done = 0; done < maxBatches; done += 1) if ((await forget(size)) < size) return
}
