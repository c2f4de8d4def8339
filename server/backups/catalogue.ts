import type { Client } from 'pg'

// What a backup carries is read from the database's catalogue, so that a new table is carried without being named.

/** The schemas whose tables are carried: Supabase's accounts, the gateway's own tables, and the project's. */
export const carriedSchemas = ['auth', 'gateway', 'private', 'public']

/** Tables that are left out, and why. A test finds every table of a database either here or in a backup. */
export const leftOut: Record<string, string> = {
  'gateway.schema_migrations': 'a restore applies the migrations itself',
  'supabase_migrations.schema_migrations': 'a restore applies the migrations itself',
  'gateway.rate_limits': 'limits begin anew',
  'private.quota_use': 'limits begin anew',
  'private.last_write': 'health checks begin anew',
  'auth.schema_migrations': "Supabase Auth's record of its own migrations",
  'auth.instances': 'Supabase Auth keeps itself there, and no account',
}

/** Rows that migrations insert. They do not make a database count as used, and a restore replaces them. */
export const seeded = ['gateway.upkeep', 'private.quotas', 'public.delivery_pace', 'public.staff_log_head', 'public.upkeep']

export interface Table {
  /** `schema.table`. */
  name: string
  /** The same as SQL. */
  sql: string
  /** Without generated ones. */
  columns: string[]
  /** The columns of the primary key. */
  key: string[]
  /** The tables that its foreign keys name, itself excepted. */
  references: string[]
  /** Whether the client's login owns it. */
  owned: boolean
  /** Enabled triggers that somebody has created, and when they fire: O as usual, A always, R in replicas. */
  triggers: { name: string; fires: 'O' | 'A' | 'R' }[]
}

/** All tables that are carried, in an order in which rows can be inserted without breaking a foreign key. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select nspname || '.' || relname as name, quote_ident(nspname) || '.' || quote_ident(relname) as sql,
       pg_has_role(relowner, 'usage') as owned,
       array(
         select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
       ) as columns,
       array(
         select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
         where indrelid = pg_class.oid and indisprimary order by attnum
       ) as key,
       array(
         select distinct target.relnamespace::regnamespace || '.' || target.relname
         from pg_constraint join pg_class target on target.oid = confrelid
         where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
       ) as references,
       coalesce(
         (select jsonb_agg(jsonb_build_object('name', tgname, 'fires', tgenabled) order by tgname) from pg_trigger
          where tgrelid = pg_class.oid and not tgisinternal and tgenabled <> 'D'),
         '[]'
       ) as triggers
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname = any ($1)
       and not exists (
         select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
       )
     order by 1`,
    [carriedSchemas],
  )
  return inOrder(rows.filter(({ name }) => !(name in leftOut)))
}

/** Referenced tables first. */
function inOrder(tables: Table[]): Table[] {
  const names = new Set(tables.map(({ name }) => name))
  const placed = new Set<string>()
  const ordered: Table[] = []
  for (let open = tables; open.length > 0; ) {
    const ready = open.filter((table) => table.references.every((name) => placed.has(name) || !names.has(name)))
    if (ready.length === 0) throw new Error(`foreign keys form a circle: ${open.map(({ name }) => name).join(', ')}`)
    for (const { name } of ready) placed.add(name)
    ordered.push(...ready)
    open = open.filter(({ name }) => !placed.has(name))
  }
  return ordered
}

export interface Sequence {
  name: string
  sql: string
}

/** The sequences of these schemas. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select nspname || '.' || relname as name, quote_ident(nspname) || '.' || quote_ident(relname) as sql
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'S' and nspname = any ($1)
       and not exists (
         select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
       )
     order by 1`,
    [carriedSchemas],
  )
  return rows
}
