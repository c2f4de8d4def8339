import { Pool } from 'pg'

/**
 * The tables of the sign-in service that another one takes over, with their columns that matter: those that an answer, a
 * policy or a later sign-in depends on.
 */
const tables: { table: string; of: 'id' | 'user_id'; order: string; columns: string }[] = [
  {
    table: 'users',
    of: 'id',
    order: 'created_at, id',
    columns: `email, aud, role, is_anonymous, is_sso_user, encrypted_password, email_confirmed_at, invited_at, confirmation_sent_at,
      recovery_sent_at, email_change, email_change_sent_at, email_change_confirm_status, reauthentication_sent_at, last_sign_in_at,
      raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new,
      email_change_token_current, reauthentication_token, banned_until, deleted_at`,
  },
  { table: 'identities', of: 'user_id', order: 'created_at, id', columns: 'provider, provider_id, identity_data, email, last_sign_in_at' },
  { table: 'sessions', of: 'user_id', order: 'created_at, id', columns: 'aal, factor_id, not_after, tag' },
  { table: 'refresh_tokens', of: 'user_id', order: 'id', columns: 'revoked, parent is not null as has_parent' },
  { table: 'mfa_factors', of: 'user_id', order: 'created_at, id', columns: 'friendly_name, factor_type, status, secret, last_challenged_at' },
  { table: 'one_time_tokens', of: 'user_id', order: '(select u.created_at from auth.users u where u.id = user_id), token_type', columns: 'token_type, relates_to, token_hash' },
]

/** What the database holds of the accounts with these ids, without what is null. */
export async function rowsOf(database: Pool, ids: string[]): Promise<{ table: string; row: object }[]> {
  const held: { table: string; row: object }[] = []
  for (const { table, of, order, columns } of tables) {
    const { rows } = await database.query<object>(
      `select ${columns} from auth.${table} where ${of}::text = any($1) order by ${order}`,
      [ids],
    )
    for (const row of rows) {
      held.push({ table: `auth.${table}`, row: Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) })
    }
  }
  return held
}

/** Connects to the database of a service; `end` closes the connections. */
export const connected = (url: string): Pool => new Pool({ connectionString: url, max: 4 })
