import type { PoolClient } from 'pg'
import type { Email } from '../../mail/mailer.ts'
import { beginEmailChange, completeEmailChange, recordFirstConsent } from '../stores/account-changes.ts'
import { recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { insertFlow } from '../stores/flows.ts'
import { emailLink, type LinkOptions, type Recipient } from './emails.ts'
import { issueToken } from './one-time-tokens.ts'
import { type PendingToken, removeTokens } from '../stores/one-time-tokens.ts'
import { findUserByEmail, type UserRow } from '../stores/users.ts'

/** Starts or restarts a change of address: both addresses have to confirm it, each by its own code or link. */
export async function prepareEmailChange(
  { settings, now }: AuthService,
  client: PoolClient,
  { id, email }: Recipient,
  newEmail: string,
  { redirectTo, challenge }: LinkOptions,
): Promise<Email[]> {
  await beginEmailChange(client, id, newEmail, now())
  if (challenge) await insertFlow(client, id, 'email_change', challenge, now())
  const flow = challenge ? 'pkce' : 'implicit'
  const ask = async (type: 'email_change_token_current' | 'email_change_token_new', to: string): Promise<Email> => {
    const { code, hash } = await issueToken(client, { userId: id, type, email: to, now: now(), flow })
    const link = emailLink({ settings, hash, type: 'email_change', redirectTo })
    return { kind: 'email-change', to, code, link, newEmail }
  }
  return [await ask('email_change_token_current', email), await ask('email_change_token_new', newEmail)]
}

/** Counts an e-mail for both mailboxes; false if one of them has reached its limit. */
export async function maySendBoth(
  { limits }: AuthService,
  client: PoolClient,
  mailboxes: [string, string],
  from: string | undefined,
): Promise<boolean> {
  let isAllowed = true
  // Always in the same order, so that concurrent requests cannot deadlock.
  for (const mailbox of mailboxes.toSorted()) {
    if (!(await limits.countEmail(client, mailbox, from))) isAllowed = false
  }
  return isAllowed
}

/** Confirms the change for one of the two addresses. It takes effect once both have confirmed. */
export async function confirmEmailChange(
  client: PoolClient,
  user: UserRow,
  token: PendingToken,
  now: Date,
): Promise<AuthResult<'halfway' | 'changed'>> {
  if (user.email_change_confirm_status === 0) {
    await recordFirstConsent(client, user.id, now)
    await removeTokens(client, user.id, [token.type])
    return { ok: 'halfway' }
  }
  if (await findUserByEmail(client, user.email_change)) return { fault: faults.emailExists }
  await completeEmailChange(client, user.id, now)
  await recordEvent(client, { action: 'user_modified', actor: user }, now)
  return { ok: 'changed' }
}
