import type { Check, OpenInstallation } from './check.ts'

interface Session {
  who: string
  login: string
  /** It owns tables of ours, creates roles, or no check applies to it. */
  powerful: boolean
  /** Supabase's own superuser is there. */
  supabase: boolean
}

/** Whether this command, and the gateway if it is connected, have no more rights than they need (docs/decisions/0012). */
export async function checkLogins({ database }: OpenInstallation): Promise<Check> {
  const name = 'Logins'
  const sessions = await database.query<Session>({
    text: `with sessions (who, login) as (
        select 'this command', session_user
        union
        select 'the gateway', usename from pg_stat_activity
        where datname = current_database() and application_name ~ '^gateway(-owner .*)?$'
      )
      select who, login, exists (select from pg_roles where rolname = 'supabase_admin') as supabase,
        rolsuper or rolcreaterole or exists (
          select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where relowner = pg_roles.oid and nspname in ('public', 'auth', 'gateway')
        ) as powerful
      from sessions join pg_roles on rolname = login order by who desc, login`,
  })
  const powerful = sessions.filter((session) => session.powerful)
  if (powerful.length === 0) return { name, result: 'ok', detail: sessions.map(described).join(', ') }
  if (powerful.every((session) => session.supabase)) {
    return { name, result: 'ok', detail: "Supabase's own, limited to the rights of site_staff" }
  }
  const detail = `more rights than needed: ${powerful.map(described).join(', ')} (docs/operating.md, Logins)`
  return { name, result: 'warning', detail }
}

const described = ({ who, login }: Session) => `${login} for ${who}`
