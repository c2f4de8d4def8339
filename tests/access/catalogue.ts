import type { ClientBase } from 'pg'

export interface Table {
  /** `public.enrollments`. */
  name: string
  columns: string[]
  rows: number
}

export interface SqlFunction {
  /** `public.caller_fault(uuid,uuid,text)`. */
  name: string
  /** A call without values: `public.caller_fault(null::uuid, null::uuid, null::text)`. */
  call: string
}

const ours = `in ('public', 'private')`
const notOfAnExtension = (oid: string, catalogue: string) =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`

/** The tables and views of the migrations. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select oid::regclass::text as name, array(
       select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by attnum
     ) as columns
     from pg_class where relnamespace::regnamespace::text ${ours} and relkind in ('r', 'p', 'v', 'm', 'f')
     order by relnamespace::regnamespace::text desc, relname`,
  )
  const tables: Table[] = []
  for (const { name, columns } of rows) {
    const qualified = name.includes('.') ? name : `public.${name}`
    const counted = await client.query<{ count: string }>(`select count(*) from ${qualified}`)
    tables.push({ name: qualified, columns, rows: Number(counted.rows[0]?.count) })
  }
  return tables
}

/** The functions of the migrations that can be called. */
export async function readFunctions(client: ClientBase): Promise<SqlFunction[]> {
  const { rows } = await client.query<SqlFunction>(
    `select format('%s.%s', pronamespace::regnamespace, oid::regprocedure::text) as name,
       format('%s.%I(%s)', pronamespace::regnamespace, proname, (
         select string_agg('null::' || format_type(type, null), ', ' order by place)
         from unnest(proargtypes) with ordinality as given (type, place)
       )) as call
     from pg_proc
     where pronamespace::regnamespace::text ${ours} and prorettype <> 'trigger'::regtype
       and ${notOfAnExtension('pg_proc.oid', 'pg_proc')}
     order by pronamespace::regnamespace::text desc, proname`,
  )
  return rows.map(({ name, call }) => ({ name: name.replace(/^(\w+)\.\1\./, '$1.'), call }))
}

/** What the catalogue says of the migrations' objects, a line each. Owners' own rights are left out. */
const questions: [heading: string, query: string][] = [
  [
    'Row-level security and triggers',
    `select format('%s: %s%s', pg_class.oid::regclass, case when relrowsecurity then 'row-level security' else 'no row-level security' end, (
       select string_agg(format(E'\\n  - %s', line), '' order by line) from (
         select format('policy %s', polname) as line from pg_policy where polrelid = pg_class.oid
         union all
         select format('trigger %s: %s', tgname, case tgenabled when 'O' then 'on' when 'A' then 'always' else 'off' end)
         from pg_trigger where tgrelid = pg_class.oid and not tgisinternal
       ) lines
     )) as line
     from pg_class where relnamespace::regnamespace::text ${ours} and relkind in ('r', 'p')
     order by relnamespace::regnamespace::text desc, relname`,
  ],
  [
    'How functions run, and who may call them',
    `select format('%s: %s%s%s', pg_proc.oid::regprocedure,
       case when prosecdef then 'as its owner' else 'as the caller' end,
       case when proconfig is null then '' else ', ' || array_to_string(proconfig, ', ') end,
       coalesce('; ' || (
         select string_agg(case grantee when 0 then 'everybody' else grantee::regrole::text end, ', ' order by grantee::regrole::text)
         from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner
       ), '')) as line
     from pg_proc
     where pronamespace::regnamespace::text ${ours} and ${notOfAnExtension('pg_proc.oid', 'pg_proc')}
     order by pronamespace::regnamespace::text desc, proname`,
  ],
  [
    'Rights to tables, columns and sequences',
    `select format('%s: %s may %s', object, case grantee when 0 then 'everybody' else grantee::regrole::text end,
       string_agg(lower(privilege_type), ', ' order by privilege_type)) as line
     from (
       select pg_class.oid::regclass::text as object, relowner as owner, granted.*
       from pg_class, aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r' end, relowner))) granted
       where relnamespace::regnamespace::text ${ours} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       union all
       select format('%s.%I', attrelid::regclass, attname), relowner, granted.*
       from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl) granted
       where relnamespace::regnamespace::text ${ours} and attacl is not null
     ) rights
     where grantee <> owner
     group by object, grantee order by object, grantee::regrole::text`,
  ],
  [
    'Rights to the schema private',
    `select format('%s may %s', case grantee when 0 then 'everybody' else grantee::regrole::text end, lower(privilege_type)) as line
     from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner)))
     where nspname = 'private' and grantee <> nspowner order by 1`,
  ],
]

/** A section of the page, as Markdown. */
export interface Section {
  heading: string
  text: string
}

export async function describeCatalogue(client: ClientBase): Promise<Section[]> {
  const sections: Section[] = []
  for (const [heading, query] of questions) {
    const { rows } = await client.query<{ line: string }>(query)
    sections.push({ heading, text: rows.map(({ line }) => `- ${line}`).join('\n') || 'None.' })
  }
  return sections
}
