import type { Client } from 'pg'
import { carriedSchemas } from './catalogue.ts'
import type { Place } from './format.ts'

/**
 * What migrations have made around the rows, one line each: constraints, triggers, policies, row-level security and grants.
 * It holds names only, since versions of PostgreSQL word definitions differently. Rights of the owner and the right of
 * maintenance, which older versions do not know, are left out, and so is the trigger of an installation that was left.
 */
export async function readShape(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `with tables as (
       select pg_class.oid, nspname || '.' || relname as name, relowner, relacl, relrowsecurity, relforcerowsecurity
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p', 'v') and nspname = any ($1)
     ), functions as (
       select format('%s.%s(%s)', nspname, proname, pg_get_function_identity_arguments(pg_proc.oid)) as name,
         proowner as owner, proacl, prosecdef
       from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname = any ($1)
     ), grantees (oid, name) as (
       select oid, rolname from pg_roles union all select 0, 'public'
     )
     select format('%s constraint %s%s', name, conname, case when not convalidated then ' not validated' end) as line
     from pg_constraint join tables on tables.oid = conrelid where contype in ('p', 'u', 'f', 'c', 'x')
     union all
     select format('%s trigger %s %s', name, tgname, tgenabled)
     from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal and tgname <> 'refuse_after_move'
     union all
     select format('%s policy %s for %s to %s', tables.name, polname, polcmd,
       (select string_agg(grantees.name, ', ' order by grantees.name) from grantees where grantees.oid = any (polroles)))
     from pg_policy join tables on tables.oid = polrelid
     union all
     select format('%s row-level security%s', name, case when relforcerowsecurity then ' forced' end)
     from tables where relrowsecurity
     union all
     select format('%s %s to %s', tables.name, lower(privilege_type), grantees.name)
     from tables, aclexplode(relacl) join grantees on grantees.oid = grantee
     where grantee <> relowner and privilege_type <> 'MAINTAIN'
     union all
     select format('%s.%s %s to %s', tables.name, attname, lower(privilege_type), grantees.name)
     from tables join pg_attribute on attrelid = tables.oid, aclexplode(attacl) join grantees on grantees.oid = grantee
     where grantee <> relowner
     union all
     select format('%s execute to %s%s', functions.name, grantees.name, case when prosecdef then ' as its owner' end)
     from functions, aclexplode(proacl) join grantees on grantees.oid = grantee where grantee <> functions.owner
     order by 1`,
    [carriedSchemas],
  )
  return rows.map(({ line }) => line)
}

export interface ShapeDifference {
  missing: string[]
  added: string[]
}

/** How a restored database differs from the one that was backed up. */
export function compareShapes(before: string[], after: string[], places: { from: Place; to: Place }): ShapeDifference {
  const isComparable = places.from === places.to ? () => true : isOurs
  const [old, restored] = [before, after].map((lines) => new Set(lines.filter(isComparable)))
  return { missing: [...(old ?? [])].filter((line) => !restored?.has(line)), added: [...(restored ?? [])].filter((line) => !old?.has(line)) }
}

/** Supabase's schema `auth` is not ours, and the role of the gateway is not there. */
const isOurs = (line: string) => /^(public|private)\./.test(line) && !/ to .*\bsite_gateway\b/.test(line)
