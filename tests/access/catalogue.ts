import type { ClientBase } from 'pg'
import { denied, type Try } from './tries.ts'

/** The schemas of the migrations, the exposed one first. */
export const ours = `in ('public', 'private', 'supabase_migrations')`

interface Table {
  /** `public.enrollments`. */
  name: string
  columns: string[]
  /** Whether a trigger fires even where triggers are off. */
  isGuarded: boolean
  rows: number
}

async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Omit<Table, 'rows'>>(
    `select format('%I.%I', nspname, relname) as name, array(
       select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by attnum
     ) as columns, exists (select from pg_trigger where tgrelid = pg_class.oid and tgenabled = 'A') as "isGuarded"
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname ${ours} and relkind in ('r', 'p', 'v', 'm', 'f')
     order by nspname <> 'public', nspname, relname`,
  )
  const counted: Table[] = []
  for (const table of tables) {
    const { rows } = await client.query(`select from ${table.name}`)
    if (rows.length === 0) throw new Error(`tests/access/callers.ts lacks a row for ${table.name}`)
    counted.push({ ...table, rows: rows.length })
  }
  return counted
}

/** A schema that is closed to all protects what is in it. What protects it beside shows once the schema is open. */
function ifOpen(name: string): Pick<Try, 'section' | 'before'> {
  const [schema = ''] = name.split('.')
  if (schema === 'public') return { section: name }
  return { section: `${name}, if its schema were open`, before: `grant usage on schema ${schema} to public` }
}

const may = () => 'may'

const permission = (outcome: string) => (outcome === 'stopped' ? outcome : 'may')

const amountOf = (rows: number) => (outcome: string) =>
  outcome === '0' ? 'none' : outcome === String(rows) ? 'all' : /^\d+$/.test(outcome) ? 'some' : outcome

/** Every verb with every column. Writing no row needs the same rights as writing one. */
function triesOfTable({ name, columns, isGuarded, rows }: Table): Try[] {
  const base = { ...ifOpen(name), about: name }
  const amount = amountOf(rows)
  const each = (what: string, inWords: Try['inWords'], statement: (column: string) => string): Try[] =>
    columns.map((column) => ({ ...base, what, column, statement: statement(`"${column}"`), ...(inWords && { inWords }) }))
  return [
    ...each('read', amount, (column) => `select ${column} from ${name}`),
    ...each('insert', permission, (column) => `insert into ${name} (${column}) overriding system value select null where false`),
    ...each('update', permission, (column) => `update ${name} set ${column} = default where false`),
    { ...base, what: 'delete', statement: `delete from ${name}`, inWords: amount },
    ...(isGuarded
      ? [{ ...base, what: 'delete where triggers are off', before: 'set local session_replication_role = replica', statement: `delete from ${name}` }]
      : []),
    { ...base, what: 'truncate', statement: `truncate ${name}`, inWords: permission },
  ]
}

/** What protects the rows of a table should its grants not. */
const tryIfGranted = ({ name, rows }: Table): Try => ({
  section: 'Tables, if everybody were granted them',
  about: name,
  what: `read ${name}`,
  before: `grant select on ${name} to public`,
  statement: `select from ${name}`,
  inWords: amountOf(rows),
})

async function triesOfSequences(client: ClientBase): Promise<Try[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname ${ours} and relkind = 'S' order by nspname <> 'public', relname`,
  )
  return rows.flatMap(({ name }) => [
    { ...ifOpen(name), about: name, what: 'next value', statement: `select nextval('${name}')`, inWords: may },
    { ...ifOpen(name), about: name, what: 'last value', statement: `select last_value from ${name}`, inWords: may },
  ])
}

/** Every function, called with nothing but nulls, which are no constants: PostgreSQL would not call a strict function. */
async function triesOfFunctions(client: ClientBase): Promise<Try[]> {
  const { rows } = await client.query<{ name: string; schema: string; call: string }>(
    `select format('%I.%I(%s)', nspname, proname, array_to_string(types, ',')) as name, nspname as schema,
       format('%I.%I(%s)', nspname, proname, (select string_agg(format('(select null::%s)', type), ', ') from unnest(types) type)) as call
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace, lateral (
       select array(select format_type(type, null) from unnest(proargtypes) type) as types
     ) parameters
     where nspname ${ours} and not exists (
       select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
     )
     order by nspname <> 'public', nspname, proname`,
  )
  return rows.map(({ name, schema, call }) => ({
    section: schema === 'public' ? 'Functions' : `Functions of the schema ${schema}, if it were open`,
    ...(schema !== 'public' && { before: `grant usage on schema ${schema} to public` }),
    about: name,
    what: name,
    statement: `select ${call}`,
    inWords: may,
  }))
}

/** What the catalogue has, each thing tried in each way. */
export async function triesOfCatalogue(client: ClientBase): Promise<Try[]> {
  const tables = await readTables(client)
  const schemas = [...new Set(tables.map(({ name }) => name.split('.')[0] ?? ''))]
  return [
    ...schemas.flatMap((schema): Try[] => {
      const table = tables.find(({ name }) => name.startsWith(`${schema}.`))?.name
      const base = { section: 'Schemas', about: schema, inWords: may }
      return [
        { ...base, what: `use ${schema}`, statement: `select '${table}'::regclass` },
        { ...base, what: `create something in ${schema}`, statement: `create table ${schema}.probe ()` },
      ]
    }),
    ...tables.flatMap(triesOfTable),
    ...tables.filter(({ name }) => name.startsWith('public.')).map(tryIfGranted),
    ...(await triesOfSequences(client)),
    ...(await triesOfFunctions(client)),
  ]
}

export const inWords = ({ inWords: say }: Try, outcome: string): string =>
  say && outcome !== denied && outcome !== 'refused' ? say(outcome) : outcome
