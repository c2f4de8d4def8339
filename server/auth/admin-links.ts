import type { PoolClient } from 'pg'
import type * as v from 'valibot'
import { beginEmailChange, setPasswordHash, setUserMetadata } from './account-changes-store.ts'
import { administrator } from './admin-caller.ts'
import { requiredEmail } from './admin-user-fields.ts'
import { recordInvitation } from './admin-users-store.ts'
import { recordEvent } from './audit-store.ts'
import type { AuthService } from './auth-service.ts'
import { type Answer, faults } from './errors.ts'
import { letterLink, type LinkType, withLetters } from './letters.ts'
import { mergeMetadata, metadataFault } from './metadata.ts'
import { allTokenTypes, issueToken } from './one-time-tokens.ts'
import { type OneTimeTokenType, removeTokens } from './one-time-tokens-store.ts'
import { passwordFault } from './passwords.ts'
import { bodySchema, optionalMetadata, optionalText } from './read-body.ts'
import { shutOut } from './shut-out.ts'
import { userJson } from './user-json.ts'
import { findUserByEmail, findUserById, insertUser, type Metadata, type UserRow } from './users-store.ts'

export const generateLinkSchema = bodySchema({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalMetadata,
  redirect_to: optionalText,
})

export const inviteSchema = bodySchema({ email: optionalText, data: optionalMetadata })

/** The links that the service key can have made, and what stands behind each. */
const linkKinds = {
  signup: { token: 'confirmation_token', link: 'signup' },
  invite: { token: 'confirmation_token', link: 'invite' },
  magiclink: { token: 'recovery_token', link: 'magiclink' },
  recovery: { token: 'recovery_token', link: 'recovery' },
  email_change_current: { token: 'email_change_token_current', link: 'email_change' },
  email_change_new: { token: 'email_change_token_new', link: 'email_change' },
} satisfies Record<string, { token: OneTimeTokenType; link: LinkType }>

type LinkKind = keyof typeof linkKinds

interface LinkRequest {
  kind: LinkKind
  email: string
  /** Only for a change of address; else the same as `email`. */
  newEmail: string
  /** Of an account that is made for the link. */
  passwordHash: string
  data: Metadata
  redirectTo: string
}

interface MadeLink {
  user: UserRow
  link: string
  code: string
  hash: string
}

/** Makes a link and a code without sending them: whoever holds the service key delivers them. */
export async function generateLink(
  service: AuthService,
  request: v.InferOutput<typeof generateLinkSchema>,
  redirectTo: string,
): Promise<Answer<object>> {
  const read = await readRequest(service, request, redirectTo)
  if ('fault' in read) return read
  const made = await service.database.transaction((client) => makeLink(service, client, read.ok))
  if ('fault' in made) return made
  const { user, link, code, hash } = made.ok
  return {
    ok: {
      ...userJson(user),
      action_link: link,
      email_otp: code,
      hashed_token: hash,
      verification_type: read.ok.kind,
      redirect_to: redirectTo,
    },
  }
}

/** Makes an account without a password and writes to its owner. Another invitation replaces the one before. */
export async function invite(
  service: AuthService,
  { email: address, data }: v.InferOutput<typeof inviteSchema>,
  redirectTo: string,
): Promise<Answer<object>> {
  const email = requiredEmail(address)
  if ('fault' in email) return email
  const fault = metadataFault(data)
  if (fault) return { fault }
  const to = { email: email.ok, newEmail: email.ok }
  const request: LinkRequest = { kind: 'invite', ...to, passwordHash: '', data, redirectTo }
  return withLetters(service, async (client, outbox): Promise<Answer<object>> => {
    const made = await makeLink(service, client, request)
    if ('fault' in made) return made
    const { user, link, code } = made.ok
    outbox.push({ kind: 'invitation', to: user.email, link, code })
    return { ok: userJson(user) }
  })
}

async function readRequest(
  service: AuthService,
  request: v.InferOutput<typeof generateLinkSchema>,
  redirectTo: string,
): Promise<Answer<LinkRequest>> {
  const email = requiredEmail(request.email)
  if ('fault' in email) return email
  if (!isLinkKind(request.type)) return { fault: faults.linkType(request.type) }
  const exists = await service.database.transaction((client) => findUserByEmail(client, email.ok))
  // Who is sent a sign-in link without having an account gets one, as with a link that people ask for themselves.
  const kind = request.type === 'magiclink' && !exists ? 'signup' : request.type
  if (!exists && kind !== 'signup' && kind !== 'invite') return { fault: faults.linkUserNotFound }
  const fault = metadataFault(request.data)
  if (fault) return { fault }
  const newEmail = isEmailChange(kind) ? requiredEmail(request.new_email) : email
  if ('fault' in newEmail) return newEmail
  const needsPassword = !exists && request.type === 'signup'
  const passwordHash = needsPassword ? await hashOf(service, request.password) : { ok: '' }
  if ('fault' in passwordHash) return passwordHash
  const { data } = request
  return { ok: { kind, email: email.ok, newEmail: newEmail.ok, passwordHash: passwordHash.ok, data, redirectTo } }
}

async function hashOf({ passwords }: AuthService, password: string): Promise<Answer<string>> {
  const fault = passwordFault(password)
  return fault ? { fault } : passwords.hash(password)
}

async function makeLink(service: AuthService, client: PoolClient, request: LinkRequest): Promise<Answer<MadeLink>> {
  const { settings, now } = service
  const { kind, newEmail, redirectTo } = request
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
  return { ok: { user, code, hash, link: letterLink({ settings, hash, type, redirectTo }) } }
}

/** The account that a link is for, made where it may be. */
async function prepareAccount(
  client: PoolClient,
  { kind, email, newEmail, passwordHash, data }: LinkRequest,
  now: Date,
): Promise<Answer<UserRow>> {
  const existing = await findUserByEmail(client, email)
  if (kind === 'signup' || kind === 'invite') {
    if (existing?.email_confirmed_at) return { fault: faults.emailExists }
    const account = existing ?? (await insertUser(client, { email, passwordHash, metadata: data }, now))
    if (!account) return { fault: faults.emailExists }
    const facts = mergeMetadata(account.raw_user_meta_data, data)
    if (existing && kind === 'signup') await setUserMetadata(client, existing.id, facts, now)
    // Whoever made the account before need not own the address.
    if (existing && kind === 'invite') {
      await setPasswordHash(client, existing.id, '', now)
      await removeTokens(client, existing.id, allTokenTypes)
      await shutOut(client, existing.id)
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

function isEmailChange(kind: LinkKind): boolean {
  return linkKinds[kind].link === 'email_change'
}

function isLinkKind(type: string): type is LinkKind {
  return Object.hasOwn(linkKinds, type)
}
