import type * as v from 'valibot'
import { metadataFault } from '../contract/account-fields.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalMetadata, optionalText } from '../contract/read-body.ts'
import { pageOfLink } from '../contract/redirects.ts'
import { userJson } from '../contract/user-json.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { withEmails } from '../operations/emails.ts'
import { newPasswordFault } from '../operations/new-password.ts'
import { lookUpUserByEmail } from '../stores/users.ts'
import { isEmailChange, isLinkKind, type LinkRequest, makeLink } from './link-making.ts'
import { requiredEmail } from './user-fields.ts'

export const generateLinkSchema = bodySchema({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalMetadata,
  redirect_to: optionalText,
})

export const inviteSchema = bodySchema({ email: optionalText, data: optionalMetadata })

/** Makes a link and a code without sending them. The holder of the service key delivers them. */
export async function generateLink(
  service: AuthService,
  request: v.InferOutput<typeof generateLinkSchema>,
  redirectTo: string,
): Promise<AuthResult<object>> {
  const read = await readRequest(service, request)
  if ('fault' in read) return read
  const made = await service.database.transaction((client) => makeLink(service, client, read.ok))
  if ('fault' in made) return made
  const { user, code, hash, type } = made.ok
  const proof = new URLSearchParams({ token: hash, type, redirect_to: redirectTo })
  return {
    ok: {
      ...userJson(user),
      action_link: `${service.settings.issuer}/verify?${proof.toString()}`,
      email_otp: code,
      hashed_token: hash,
      verification_type: read.ok.kind,
      redirect_to: redirectTo,
    },
  }
}

/** Creates an account without a password and invites its owner by e-mail. A new invitation replaces the last one. */
export async function invite(
  service: AuthService,
  { email: address, data }: v.InferOutput<typeof inviteSchema>,
  redirectTo: string,
): Promise<AuthResult<object>> {
  const email = requiredEmail(address)
  if ('fault' in email) return email
  const fault = metadataFault(data)
  if (fault) return { fault }
  const to = { email: email.ok, newEmail: email.ok }
  const request: LinkRequest = { kind: 'invite', ...to, passwordHash: '', data }
  return withEmails(service, async (client, outbox): Promise<AuthResult<object>> => {
    const made = await makeLink(service, client, request)
    if ('fault' in made) return made
    const { user, code, hash, type } = made.ok
    const link = pageOfLink(service.settings, { hash, type, email: user.email }, redirectTo)
    outbox.push({ kind: 'invitation', to: user.email, link, code })
    return { ok: userJson(user) }
  })
}

async function readRequest(
  service: AuthService,
  request: v.InferOutput<typeof generateLinkSchema>,
): Promise<AuthResult<LinkRequest>> {
  const email = requiredEmail(request.email)
  if ('fault' in email) return email
  if (!isLinkKind(request.type)) return { fault: faults.linkType(request.type) }
  const exists = await lookUpUserByEmail(service.database, email.ok)
  // As with /otp, a sign-in link for an unknown address creates its account.
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
  return { ok: { kind, email: email.ok, newEmail: newEmail.ok, passwordHash: passwordHash.ok, data } }
}

async function hashOf(service: AuthService, password: string): Promise<AuthResult<string>> {
  const fault = newPasswordFault(service, password)
  return fault ? { fault } : service.passwords.hash(password)
}
