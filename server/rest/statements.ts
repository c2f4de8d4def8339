import { escapeIdentifier, type PoolClient } from 'pg'
import { refusals } from './refusal.ts'
import type { RestRequest } from './rest-request.ts'

export interface StatementResult {
  /** Rows read or written. */
  count: number
  /** JSON text: an array or, if the caller accepts only an object, the one row. */
  json: string
}

/** The default maximum of a Supabase project (`max_rows` in its API settings). */
const maxRows = 1000

/** Runs the request in the client's transaction. Throws a refusal, which rolls it back, if it requires exactly one row and affects another number. */
export async function run(client: PoolClient, request: RestRequest): Promise<StatementResult> {
  const result = request.returns === 'representation' ? await returning(client, request) : await silent(client, request)
  if (request.accepts === 'object' && result.count !== 1) throw refusals.notSingular(result.count)
  return result
}

/** PostgreSQL writes the JSON, so that dates and numbers have its own format. */
async function returning(client: PoolClient, request: RestRequest): Promise<StatementResult> {
  const { text, values } = statementFor(request)
  const { rows } = await client.query<{ count: number; list: string; first: string | null }>(
    prepared(
      `with result as (${text})
       select count(*)::int as count,
         coalesce(json_agg(result), '[]')::text as list,
         (json_agg(result) -> 0)::text as first
       from result`,
      values,
    ),
  )
  const { count = 0, list = '[]', first = null } = rows[0] ?? {}
  return { count, json: request.accepts === 'object' ? (first ?? '') : list }
}

async function silent(client: PoolClient, request: RestRequest): Promise<StatementResult> {
  const { text, values } = statementFor(request)
  const { rowCount } = await client.query(prepared(text, values))
  return { count: rowCount ?? 0, json: '' }
}

interface Statement {
  text: string
  values: string[]
}

// Bounded, since each takes memory on every connection and callers choose the columns. The site itself needs a few.
const maxPrepared = 50
const names = new Map<string, string>()

/** A named statement is parsed and planned once per connection, which takes longer than the insert itself. */
function prepared(text: string, values: string[]): Statement & { name?: string } {
  const known = names.get(text)
  if (known !== undefined) return { name: known, text, values }
  if (names.size === maxPrepared) return { text, values }
  const name = `rest-${names.size + 1}`
  names.set(text, name)
  return { name, text, values }
}

/** Names come from the catalogue and are quoted; everything that was sent is a parameter. */
function statementFor(request: RestRequest): Statement {
  if (request.action === 'read') return readStatement(request)
  return request.action === 'insert' ? insertStatement(request) : updateStatement(request)
}

const tableOf = ({ table }: RestRequest) => `public.${escapeIdentifier(table.name)}`

const columnsOf = ({ select, table }: RestRequest) =>
  select.map((column) => `${escapeIdentifier(table.name)}.${escapeIdentifier(column)}`).join(', ')

const returningOf = (request: RestRequest) => (request.returns === 'representation' ? `returning ${columnsOf(request)}` : '')

/** A WHERE clause whose parameters start at `$first`. */
function where({ filters, table }: RestRequest, first: number): string {
  const conditions = filters.map(
    ({ column }, index) => `${escapeIdentifier(table.name)}.${escapeIdentifier(column)} = $${first + index}`,
  )
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
}

function readStatement(request: RestRequest): Statement {
  return {
    text: `select ${columnsOf(request)} from ${tableOf(request)} ${where(request, 1)} limit ${maxRows}`,
    values: request.filters.map(({ value }) => value),
  }
}

/** The sent rows as a relation: as in PostgREST, PostgreSQL itself casts JSON values to the columns' types. */
function sentRows({ payload, table }: RestRequest): string {
  if (payload.columns.length === 0) return 'json_array_elements($1::json)'
  const typed = payload.columns.map((column) => `${escapeIdentifier(column)} ${table.columns.get(column)}`)
  return `json_to_recordset($1::json) as sent(${typed.join(', ')})`
}

function insertStatement(request: RestRequest): Statement {
  const columns = request.payload.columns.map((column) => escapeIdentifier(column)).join(', ')
  // Without columns each row consists of defaults.
  const target = columns === '' ? '' : `(${columns})`
  return {
    text: `insert into ${tableOf(request)} ${target}
      select ${columns} from ${sentRows(request)} ${returningOf(request)}`,
    values: [request.payload.rows],
  }
}

function updateStatement(request: RestRequest): Statement {
  const { payload, filters } = request
  // With nothing to set no row is changed, but the representation's columns still have to be readable.
  if (payload.columns.length === 0) {
    return { text: `select ${columnsOf(request)} from ${tableOf(request)} where false`, values: [] }
  }
  const assignments = payload.columns.map((column) => `${escapeIdentifier(column)} = sent.${escapeIdentifier(column)}`)
  return {
    text: `update ${tableOf(request)} set ${assignments.join(', ')}
      from (select * from ${sentRows(request)} limit 1) as sent
      ${where(request, 2)} ${returningOf(request)}`,
    values: [payload.rows, ...filters.map(({ value }) => value)],
  }
}
