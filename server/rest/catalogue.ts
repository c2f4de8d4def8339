import type { Database } from '../postgres/database.ts'

export type Action = 'read' | 'insert' | 'update' | 'delete'

/** A table or view of the schema `public`. Names and types come from the database, so they are safe in statements. */
export interface Table {
  name: string
  /** Column name to type, such as `numeric(10,2)`, in the table's order. */
  columns: Map<string, string>
  /** Column name to SQL, for columns with a default. */
  defaults: Map<string, string>
  /** The columns of the primary key. */
  key: string[]
  /** What anonymous callers may not do with any column of it. */
  deniedToVisitors: Action[]
}

export type Catalogue = Map<string, Table>

/** Reads the catalogue on first use and keeps it: only migrations change the schema, and they run before. */
export function catalogueOf(database: Database): () => Promise<Catalogue> {
  let reading: Promise<Catalogue> | undefined
  return () => {
    reading ??= readCatalogue(database).catch((error: unknown) => {
      reading = undefined // the next request asks again
      throw error
    })
    return reading
  }
}

interface CatalogueRow {
  table: string
  column: string
  type: string
  default: string | null
  is_key: boolean
  denied: Action[]
}

async function readCatalogue(database: Database): Promise<Catalogue> {
  const { rows } = await database.transaction((client) =>
    client.query<CatalogueRow>(
      `select relname as table, attname as column, format_type(atttypid, atttypmod) as type,
         case when attgenerated = '' then pg_get_expr(adbin, adrelid) end as default,
         exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey)) as is_key,
         array(
           select action from (
             values ('read', 'select'), ('insert', 'insert'), ('update', 'update'), ('delete', 'delete')
           ) verb (action, privilege)
           where relkind in ('r', 'p') and not case privilege
             when 'delete' then has_table_privilege('anon', pg_class.oid, privilege)
             else has_any_column_privilege('anon', pg_class.oid, privilege)
           end
         ) as denied
       from pg_attribute join pg_class on pg_class.oid = attrelid
         left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
         and attnum > 0 and not attisdropped
       order by relname, attnum`,
    ),
  )
  const catalogue: Catalogue = new Map()
  for (const { table: name, column, type, default: preset, is_key: isKey, denied } of rows) {
    const table: Table = catalogue.get(name) ?? { name, columns: new Map(), defaults: new Map(), key: [], deniedToVisitors: denied }
    table.columns.set(column, type)
    if (preset !== null) table.defaults.set(column, preset)
    if (isKey) table.key.push(column)
    catalogue.set(name, table)
  }
  return catalogue
}
