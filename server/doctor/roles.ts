import type { Check, OpenInstallation } from './check.ts'

interface Rights {
  missing: string[]
  /** Whether a signed-in client may save a form, as far as rights decide. */
  saves: boolean
}

/**
 * Whether the roles that requests act as are there, with their rights: they belong to the server and not to the database, so
 * a copy of the database on another server may lack them. Supabase has no role for the gateway.
 */
export async function checkRoles({ database }: OpenInstallation): Promise<Check> {
  const name = 'Roles'
  const [rights] = await database.query<Rights>({
    text: `with needed (role) as (
        select unnest(array['anon', 'authenticated', 'service_role', 'site_staff'])
        union all select 'site_gateway' where to_regnamespace('gateway') is not null
      )
      select array(select role::text from needed where to_regrole(role) is null order by role) as missing,
        coalesce((
          select has_schema_privilege(oid, 'public', 'usage') and has_any_column_privilege(oid, 'public.enrollments', 'insert')
          from pg_roles where rolname = 'authenticated'
        ), false) as saves`,
  })
  if (rights?.missing.length) {
    const detail = `${rights.missing.join(', ')} of the database's server: restore with npm run restore, which makes them (docs/backup.md)`
    return { name, result: 'fault', detail: `missing are ${detail}` }
  }
  if (!rights?.saves) return { name, result: 'fault', detail: 'clients may save no form: the rights of the role authenticated are gone' }
  return { name, result: 'ok', detail: 'all are there, and clients may save forms' }
}
