import { randomUUID } from 'node:crypto'
import { accountFacts } from '../stores/new-users.ts'
import { type FactorRow, type IdentityRow, type Metadata, type UserRow } from '../stores/users.ts'

/** A user as Supabase Auth represents it (supabase/auth internal/models/user.go). Missing times are omitted. */
export function userJson(user: UserRow) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    ...moment('email_confirmed_at', user.email_confirmed_at),
    ...moment('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...moment('confirmation_sent_at', user.confirmation_sent_at),
    ...moment('confirmed_at', user.confirmed_at),
    ...moment('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change && { new_email: user.email_change }),
    ...moment('email_change_sent_at', user.email_change_sent_at),
    ...moment('reauthentication_sent_at', user.reauthentication_sent_at),
    ...moment('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(user.factors.length ? { factors: user.factors.map(factorJson) } : {}),
    identities: user.identities.map(identityJson),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...(user.banned_until instanceof Date ? moment('banned_until', user.banned_until) : {}),
    ...moment('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

/**
 * The answer to a sign-up for the address of a confirmed account: it looks like a new user and reveals nothing about
 * the account (supabase/auth internal/api/signup.go, sanitizeUser). Clients recognise it by the empty identities.
 */
export function obfuscatedUserJson(email: string, metadata: Metadata, now: Date) {
  const asked = now.toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: asked,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [],
    created_at: asked,
    updated_at: asked,
    is_anonymous: false,
  }
}

/**
 * The answer to a repeated sign-up for an unconfirmed account: a new user made from the request alone, since somebody
 * else may have created the account.
 */
export function newUserJson(email: string, metadata: Metadata, now: Date) {
  const person = obfuscatedUserJson(email, metadata, now)
  const facts = accountFacts(person.id, email, metadata)
  const identity: IdentityRow = {
    id: randomUUID(),
    provider_id: person.id,
    user_id: person.id,
    identity_data: facts,
    provider: 'email',
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  }
  return { ...person, role: 'authenticated', user_metadata: facts, identities: [identityJson(identity)] }
}

function identityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...moment('last_sign_in_at', identity.last_sign_in_at),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(identity.email ? { email: identity.email } : {}),
  }
}

export function factorJson(factor: FactorRow) {
  return {
    id: factor.id,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    status: factor.status,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    ...moment('last_challenged_at', factor.last_challenged_at),
  }
}

function moment(name: string, date: Date | null): Record<string, string> {
  return date ? { [name]: date.toISOString() } : {}
}
