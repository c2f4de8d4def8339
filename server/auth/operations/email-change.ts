import type { PoolClient } from 'pg'
import type { Email } from '../../../mail/mailer.ts'
import { beginEmailChange, completeEmailChange, recordFirstConsent } from '../stores/account-changes.ts'
import { recordEvent } from '../stores/audit.ts'
import { mailboxOf } from '../../limits/buckets.ts'
import type { AuthService } from './auth-service.ts'
import { type AuthFault, type AuthResult, faults } from '../contract/faults.ts'
import { insertFlow } from '../stores/flows.ts'
import { pageOfLink } from '../contract/redirects.ts'
import type { LinkOptions, Recipient } from './emails.ts'
import { issueToken } from './one-time-tokens.ts'
import { type PendingToken, removeTokens } from '../stores/one-time-tokens.ts'
import { findUserByEmail, type UserRow } from '../stores/users.ts'

/** An address that somebody wants, and whether its mailbox may be written to. */
export interface WantedAddress {
  email: string
  mayWrite: boolean
}

/**
 * Starts or restarts a change of address: both addresses have to confirm it, each by its own code or link. An anonymous
 * account has the wanted one only.
 *
 * Whoever asks learns nothing of the wanted address (R-ADDRESS-CHANGE). If it has an account, the change begins all the same and is never
 * confirmed: the account's owner is told instead of asked. Supabase Auth (internal/api/user.go) answers `email_exists`.
 */
export async function prepareEmailChange(
  { settings, now }: AuthService,
  client: PoolClient,
  { id, email }: Recipient,
  { email: newEmail, mayWrite }: WantedAddress,
  { redirectTo, challenge }: LinkOptions,
): Promise<Email[]> {
  const owner = await findUserByEmail(client, newEmail)
  await beginEmailChange(client, id, newEmail, now())
  if (challenge) await insertFlow(client, id, 'email_change', challenge, now())
  const flow = challenge ? 'pkce' : 'implicit'
  const ask = async (type: 'email_change_token_current' | 'email_change_token_new', to: string): Promise<Email> => {
    const { code, hash } = await issueToken(client, { userId: id, type, email: to, now: now(), flow })
    const link = pageOfLink(settings, { hash, type: 'email_change', email: newEmail }, redirectTo)
    return { kind: 'email-change', to, code, link, newEmail }
  }
  const toOwn = email === '' ? [] : [await ask('email_change_token_current', email)]
  const toWanted = await ask('email_change_token_new', newEmail)
  if (!mayWrite) return toOwn
  return [...toOwn, owner ? { kind: 'address-in-use', to: newEmail } : toWanted]
}

/**
 * Counts an e-mail for the account's own mailbox and for the wanted one; false for one that has reached its limit. A
 * network that is familiar to the wanted address is not exempt there: that would reveal an account of this network.
 */
export async function countBoth(
  { limits }: AuthService,
  client: PoolClient,
  { own, wanted }: Record<'own' | 'wanted', string>,
  from: string | undefined,
): Promise<Record<'own' | 'wanted', boolean>> {
  const countOwn = async () => own === '' || limits.countEmail(client, own, from)
  const countWanted = () => limits.countEmail(client, wanted, undefined)
  // Always in the order of the mailboxes, so that concurrent requests cannot deadlock.
  if (mailboxOf(own) < mailboxOf(wanted)) return { own: await countOwn(), wanted: await countWanted() }
  const isWantedAllowed = await countWanted()
  return { own: await countOwn(), wanted: isWantedAllowed }
}

/** Gives an anonymous account an address that nobody has confirmed. Throws SQLSTATE 23505 if another account takes it. */
export async function adoptAddress(client: PoolClient, user: UserRow, email: string, now: Date): Promise<AuthFault | undefined> {
  if (await findUserByEmail(client, email)) return faults.emailExists
  await beginEmailChange(client, user.id, email, now)
  await completeEmailChange(client, user.id, now)
  await recordEvent(client, { action: 'user_modified', actor: user }, now)
  return undefined
}

/** Confirms the change for one of the two addresses. It takes effect once both have confirmed. */
export async function confirmEmailChange(
  client: PoolClient,
  user: UserRow,
  token: PendingToken,
  now: Date,
): Promise<AuthResult<'halfway' | 'changed'>> {
  if (user.email !== '' && user.email_change_confirm_status === 0) {
    await recordFirstConsent(client, user.id, now)
    await removeTokens(client, user.id, [token.type])
    return { ok: 'halfway' }
  }
  if (await findUserByEmail(client, user.email_change)) return { fault: faults.emailExists }
  await completeEmailChange(client, user.id, now)
  await recordEvent(client, { action: 'user_modified', actor: user }, now)
  return { ok: 'changed' }
}
