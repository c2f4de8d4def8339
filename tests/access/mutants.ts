import type { ClientBase } from 'pg'

/** One right or protection that is taken away. */
export interface Mutant {
  name: string
  statement: string
  /** Which table it concerns, or the prefix of all that it concerns; undefined for a function. */
  tables?: string
}

const ours = `in ('public', 'private')`

/** What grants to everybody or to Supabase's roles would be there, had a migration not revoked them. */
const clients = `(values ('anon'), ('authenticated'), ('service_role')) client (role)`

/** Each query answers names, statements and, if there are any, the tables concerned. */
const queries = [
  // Policies: missing, and open to every row.
  `select format('%s without the policy "%s"', polrelid::regclass, polname) as name,
     format('drop policy %I on %s', polname, polrelid::regclass) as statement, polrelid::regclass::text as tables
   from pg_policy where polrelid::regclass::text !~ '^(auth|gateway)\\.'`,
  `select format('%s: the policy "%s" shows every row', polrelid::regclass, polname),
     format('alter policy %I on %s using (true)', polname, polrelid::regclass), polrelid::regclass::text
   from pg_policy where polqual is not null and pg_get_expr(polqual, polrelid) <> 'true'
     and polrelid::regclass::text !~ '^(auth|gateway)\\.'`,
  `select format('%s: the policy "%s" takes every row', polrelid::regclass, polname),
     format('alter policy %I on %s with check (true)', polname, polrelid::regclass), polrelid::regclass::text
   from pg_policy where polwithcheck is not null and pg_get_expr(polwithcheck, polrelid) <> 'true'
     and polrelid::regclass::text !~ '^(auth|gateway)\\.'`,
  `select format('%s without row-level security', oid::regclass), format('alter table %s disable row level security', oid::regclass),
     oid::regclass::text
   from pg_class where relrowsecurity and relnamespace::regnamespace::text ${ours}`,
  // Triggers.
  `select format('%s without the trigger %s', tgrelid::regclass, tgname), format('drop trigger %I on %s', tgname, tgrelid::regclass),
     tgrelid::regclass::text
   from pg_trigger join pg_class on pg_class.oid = tgrelid
   where not tgisinternal and relnamespace::regnamespace::text ${ours}`,
  // Functions: with the caller's rights, and with the caller's search path.
  `select format('%s with the rights of its caller', oid::regprocedure), format('alter function %s security invoker', oid::regprocedure)
   from pg_proc where prosecdef and pronamespace::regnamespace::text ${ours}`,
  `select format('%s with the search path of its caller', oid::regprocedure), format('alter function %s reset search_path', oid::regprocedure)
   from pg_proc where proconfig::text like '%search_path%' and pronamespace::regnamespace::text ${ours}`,
  // Grants.
  `select format('no %s on %s for %s', lower(privilege_type), pg_class.oid::regclass, grantee),
     format('revoke %s on %s from %s', privilege_type, pg_class.oid::regclass, grantee), pg_class.oid::regclass::text
   from pg_class, aclexplode(relacl) as granted (grantor, role, privilege_type, is_grantable),
     lateral (select case role when 0 then 'public' else role::regrole::text end) as named (grantee)
   where relnamespace::regnamespace::text ${ours} and role <> relowner`,
  `select format('no %s of %s.%s for %s', lower(privilege_type), attrelid::regclass, attname, grantee),
     format('revoke %s (%I) on %s from %s', privilege_type, attname, attrelid::regclass, grantee), attrelid::regclass::text
   from pg_attribute join pg_class on pg_class.oid = attrelid,
     aclexplode(attacl) as granted (grantor, role, privilege_type, is_grantable),
     lateral (select case role when 0 then 'public' else role::regrole::text end) as named (grantee)
   where relnamespace::regnamespace::text ${ours}`,
  `select format('no call of %s for %s', pg_proc.oid::regprocedure, grantee),
     format('revoke execute on function %s from %s', pg_proc.oid::regprocedure, grantee)
   from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) as granted (grantor, role, privilege_type, is_grantable),
     lateral (select case role when 0 then 'public' else role::regrole::text end) as named (grantee)
   where pronamespace::regnamespace::text ${ours} and role <> proowner`,
  // Revokes: what Supabase grants to its roles in the schema public, and PostgreSQL to everybody.
  `select format('%s with everything for %s', pg_class.oid::regclass, role), format('grant all on %s to %s', pg_class.oid::regclass, role),
     pg_class.oid::regclass::text
   from pg_class, ${clients}
   where relnamespace::regnamespace::text = 'public' and relkind in ('r', 'p', 'v')
     and not has_table_privilege(role, pg_class.oid, 'select, insert, update, delete, truncate, references, trigger')
     and exists (
       select from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) privilege
       where not has_table_privilege(role, pg_class.oid, privilege)
     )`,
  `select format('%s for %s', pg_proc.oid::regprocedure, role), format('grant execute on function %s to %s', pg_proc.oid::regprocedure, role)
   from pg_proc, (select role from ${clients} union all values ('public')) client
   where pronamespace::regnamespace::text ${ours} and (pronamespace = 'public'::regnamespace or role = 'public')
     and not exists (
       select from aclexplode(coalesce(proacl, acldefault('f', proowner))) granted
       where grantee = case role when 'public' then 0 else (select oid from pg_roles where rolname = role) end
     )`,
  `select format('the schema private for %s', role), format('grant usage on schema private to %s', role), 'private.'
   from (select role from ${clients} union all values ('public')) client`,
]

/** Every right and protection of the migrations' objects, each taken away once. Extensions' objects are left alone. */
export async function findMutants(client: ClientBase): Promise<Mutant[]> {
  const found: Mutant[] = []
  for (const query of queries) {
    const { rows } = await client.query<[string, string, string?]>({ text: query, rowMode: 'array' })
    found.push(...rows.map(([name, statement, tables]) => ({ name, statement, ...(tables && { tables: qualified(tables) }) })))
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}

const qualified = (name: string) => (name.includes('.') ? name : `public.${name}`)
