import type { ClientBase } from 'pg'
import { ours } from './catalogue.ts'

/** One right or protection that is taken away. */
export interface Mutant {
  name: string
  statement: string
  /** The table, sequence, function or schema that it concerns, and the column. */
  about: string
  column?: string
}

/** To whom everything would be open: on Supabase these roles in the schema `public`, elsewhere everybody at most. */
const taker = `(values ('anon'), ('authenticated'), ('service_role'), ('public')) taker (role)`
const mayTake = `(nspname = 'public' or role = 'public')`

const grantee = `lateral (select case role when 0 then 'public' else role::regrole::text end) as named (grantee)`
const granted = 'as granted (grantor, role, privilege_type, is_grantable)'

const tables = `(
    select pg_class.oid, relkind, relacl, relowner, relrowsecurity, nspname, format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname ${ours} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  ) tables`

const functions = `(
    select pg_proc.oid, proacl, proowner, prosecdef, nspname,
      format('%I.%I(%s)', nspname, proname, array_to_string(array(select format_type(type, null) from unnest(proargtypes) type), ',')) as name
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname ${ours} and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
    )
  ) functions`

/** Each query answers what it concerns, what is taken away, the statement that does it, and the column if it is one. */
const queries = [
  // Policies: missing, and open to every row.
  `select name, format('without the policy "%s"', polname), format('drop policy %I on %s', polname, name)
   from pg_policy join ${tables} on tables.oid = polrelid`,
  `select name, format('where the policy "%s" shows every row', polname), format('alter policy %I on %s using (true)', polname, name)
   from pg_policy join ${tables} on tables.oid = polrelid where pg_get_expr(polqual, polrelid) <> 'true'`,
  `select name, format('where the policy "%s" takes every row', polname), format('alter policy %I on %s with check (true)', polname, name)
   from pg_policy join ${tables} on tables.oid = polrelid where pg_get_expr(polwithcheck, polrelid) <> 'true'`,
  `select name, 'without row-level security', format('alter table %s disable row level security', name)
   from ${tables} where relrowsecurity`,
  // Triggers: missing, and off where others are.
  `select name, format('without the trigger %s', tgname), format('drop trigger %I on %s', tgname, name)
   from pg_trigger join ${tables} on tables.oid = tgrelid where not tgisinternal`,
  `select name, format('with the trigger %s off where others are', tgname), format('alter table %s enable trigger %I', name, tgname)
   from pg_trigger join ${tables} on tables.oid = tgrelid where not tgisinternal and tgenabled = 'A'`,
  `select name, 'with the rights of its caller', format('alter function %s security invoker', name) from ${functions} where prosecdef`,
  // Grants.
  `select nspname, format('without %s for %s', lower(privilege_type), grantee),
     format('revoke %s on schema %I from %s', privilege_type, nspname, grantee)
   from pg_namespace, aclexplode(nspacl) ${granted}, ${grantee} where nspname ${ours} and role <> nspowner and grantee !~ '^pg_'`,
  `select name, format('without %s for %s', lower(privilege_type), grantee),
     format('revoke %s on %s %s from %s', privilege_type, case relkind when 'S' then 'sequence' else 'table' end, name, grantee)
   from ${tables}, aclexplode(relacl) ${granted}, ${grantee} where role <> relowner`,
  `select name, format('without %s of %s for %s', lower(privilege_type), attname, grantee),
     format('revoke %s (%I) on %s from %s', privilege_type, attname, name, grantee), attname
   from pg_attribute join ${tables} on tables.oid = attrelid, aclexplode(attacl) ${granted}, ${grantee}`,
  `select name, format('without execute for %s', grantee), format('revoke execute on function %s from %s', name, grantee)
   from ${functions}, aclexplode(coalesce(proacl, acldefault('f', proowner))) ${granted}, ${grantee} where role <> proowner`,
  // Revokes.
  `select nspname, format('with usage for %s', role), format('grant usage on schema %I to %s', nspname, role)
   from pg_namespace, ${taker} where nspname ${ours} and nspname <> 'public'
     and not has_schema_privilege(role, oid, 'usage')`,
  `select name, format('with everything for %s', role), format('grant all on %s to %s', name, role)
   from ${tables}, ${taker} where ${mayTake} and relkind <> 'S' and exists (
     select from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) privilege
     where not has_table_privilege(role, oid, privilege)
   )`,
  `select name, format('with everything for %s', role), format('grant all on sequence %s to %s', name, role)
   from ${tables}, ${taker} where ${mayTake} and relkind = 'S' and not has_sequence_privilege(role, oid, 'usage')`,
  // The staff's functions refuse everybody else themselves, in the words of a missing right: a test compares these grants.
  `select name, format('with execute for %s', role), format('grant execute on function %s to %s', name, role)
   from ${functions}, ${taker} where ${mayTake} and name !~ '^public\\.staff_' and not has_function_privilege(role, oid, 'execute')`,
]

/** Every right and protection of the migrations' objects, each taken away once. */
export async function findMutants(client: ClientBase): Promise<Mutant[]> {
  const found: Mutant[] = []
  for (const text of queries) {
    const { rows } = await client.query<[string, string, string, string?]>({ text, rowMode: 'array' })
    found.push(...rows.map(([about, what, statement, column]) => ({ about, name: `${about} ${what}`, statement, ...(column && { column }) })))
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}
