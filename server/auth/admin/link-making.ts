import type { PoolClient } from 'pg'
import type { LinkType } from '../../../domain/email-link.ts'
import { mergeMetadata } from '../contract/account-fields.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { allTokenTypes, issueToken } from '../operations/one-time-tokens.ts'
import { beginEmailChange, revokeAllAccess, setPasswordHash, setUserMetadata } from '../stores/account-changes.ts'
import { recordInvitation } from '../stores/admin-users.ts'
import { administrator, recordEvent } from '../stores/audit.ts'
import { insertUser } from '../stores/new-users.ts'
import { type OneTimeTokenType, removeTokens } from '../stores/one-time-tokens.ts'
import { findUserByEmail, findUserById, type Metadata, type UserRow } from '../stores/users.ts'

/** The kinds of links that the service key can request, with the type of their tokens. */
const linkKinds = {
  signup: { token: 'confirmation_token', link: 'signup' },
  invite: { token: 'confirmation_token', link: 'invite' },
  magiclink: { token: 'recovery_token', link: 'magiclink' },
  recovery: { token: 'recovery_token', link: 'recovery' },
  email_change_current: { token: 'email_change_token_current', link: 'email_change' },
  email_change_new: { token: 'email_change_token_new', link: 'email_change' },
} satisfies Record<string, { token: OneTimeTokenType; link: LinkType }>

export type LinkKind = keyof typeof linkKinds

export interface LinkRequest {
  kind: LinkKind
  email: string
  /** For a change of address; otherwise the same as `email`. */
  newEmail: string
  /** For an account that is created for the link. */
  passwordHash: string
  data: Metadata
}

export interface MadeLink {
  user: UserRow
  code: string
  hash: string
  type: LinkType
}

/** Issues the token of a link and its code, creating the account if the kind allows it. */
export async function makeLink(service: AuthService, client: PoolClient, request: LinkRequest): Promise<AuthResult<MadeLink>> {
  const { now } = service
  const { kind, newEmail } = request
  const account = await prepareAccount(client, request, now())
  if ('fault' in account) return account
  const { id, email } = account.ok
  const { token, link: type } = linkKinds[kind]
  const recipient = kind === 'email_change_new' ? newEmail : email
  const { code, hash } = await issueToken(client, { userId: id, type: token, email: recipient, now: now() })
  const traits = { user_id: id, user_email: email }
  const action = kind === 'invite' ? 'user_invited' : 'user_recovery_requested'
  if (kind !== 'signup') await recordEvent(client, { action, actor: administrator, traits }, now())
  const user = await findUserById(client, id)
  if (!user) return { fault: faults.linkUserNotFound }
  return { ok: { user, code, hash, type } }
}

/** The account of a link, created if the kind allows it. */
async function prepareAccount(
  client: PoolClient,
  { kind, email, newEmail, passwordHash, data }: LinkRequest,
  now: Date,
): Promise<AuthResult<UserRow>> {
  const existing = await findUserByEmail(client, email)
  if (kind === 'signup' || kind === 'invite') {
    if (existing?.email_confirmed_at) return { fault: faults.emailExists }
    const account = existing ?? (await insertUser(client, { email, passwordHash, metadata: data, createdBy: 'administrator' }, now))
    if (!account) return { fault: faults.emailExists }
    const facts = mergeMetadata(account.raw_user_meta_data, data)
    if (existing && kind === 'signup') await setUserMetadata(client, existing.id, facts, now)
    // The account may have been created by somebody who does not own the address.
    if (existing && kind === 'invite') {
      await setPasswordHash(client, existing.id, '', now)
      await removeTokens(client, existing.id, allTokenTypes)
      await revokeAllAccess(client, existing.id)
    }
    if (kind === 'invite') await recordInvitation(client, account.id, now)
    return { ok: account }
  }
  if (!existing) return { fault: faults.linkUserNotFound }
  if (isEmailChange(kind)) {
    if (await findUserByEmail(client, newEmail)) return { fault: faults.emailExists }
    if (existing.email_change !== newEmail) await beginEmailChange(client, existing.id, newEmail, now)
  }
  return { ok: existing }
}

export function isEmailChange(kind: LinkKind): boolean {
  return linkKinds[kind].link === 'email_change'
}

export function isLinkKind(type: string): type is LinkKind {
  return Object.hasOwn(linkKinds, type)
}
