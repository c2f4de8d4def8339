import { randomUUID } from 'node:crypto'
import type { IdentityRow, Metadata, UserRow } from './users-store.ts'

/** A person as Supabase Auth writes it; a moment that never came is left out. */
export function userJson(user: UserRow) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    ...moment('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? '',
    ...moment('confirmation_sent_at', user.confirmation_sent_at),
    ...moment('confirmed_at', user.confirmed_at),
    ...moment('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(identityJson),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  }
}

/**
 * The answer to a sign-up for an address that has a confirmed account: it looks like a new one and tells nothing
 * about the account. Its owner's program knows it by the empty list of identities.
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

function moment(name: string, date: Date | null): Record<string, string> {
  return date ? { [name]: date.toISOString() } : {}
}
