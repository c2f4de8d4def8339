import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'

// The log type of each action (supabase/auth internal/models/audit_log_entry.go).
const logTypes = {
  login: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_confirmation_requested: 'user',
  user_reauthenticate_requested: '',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  recovery_codes_generated: 'factor',
  recovery_codes_regenerated: 'factor',
  recovery_codes_deleted: 'factor',
  recovery_codes_verified: 'factor',
} as const

export type AuditAction = keyof typeof logTypes

export interface AuditEvent {
  action: AuditAction
  /** The acting user, or `administrator`. */
  actor: { id: string; email: string }
  traits?: Record<string, string>
}

/** The actor for requests with the service key, which has no account, hence the nil UUID. */
export const administrator = { id: '00000000-0000-0000-0000-000000000000', email: 'service_role' }

/** Adds an entry in Supabase Auth's format; none for an account that does not exist. No request reads the log. */
export async function recordEvent(client: PoolClient, { action, actor, traits }: AuditEvent, now: Date): Promise<void> {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email,
    actor_via_sso: false,
    log_type: logTypes[action],
    ...(traits && { traits }),
  }
  await client.query({
    name: 'record-event',
    text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at)
     select '00000000-0000-0000-0000-000000000000', $1, $2, $3
     where $4 = '${administrator.id}'::uuid or exists (select from auth.users where id = $4)`,
    values: [randomUUID(), payload, now, actor.id],
  })
}
