import { escapeIdentifier, escapeLiteral } from 'pg'
import { maxRows } from './parse-query.ts'
import type { Filter, RestRequest } from './rest-request.ts'

export interface Statement {
  text: string
  values: (string | string[])[]
}

/** Names come from the catalogue and are quoted; everything that was sent is a parameter. */
export function statementFor(request: RestRequest): Statement {
  const { text, values } = actionStatements[request.action](request)
  return {
    text: `with result as (${text})
      select count(*)::int as count, ${jsonOf(request)}::text as json, ${totalOf(request)} as total, ${insertedRows} as inserted
      from result`,
    values,
  }
}

/** PostgreSQL writes the JSON, so that dates and numbers have its own format. */
function jsonOf({ accepts, preferences }: RestRequest): string {
  if (preferences.returns === 'minimal') return 'null'
  const isSingle = accepts === 'object' || preferences.returns === 'headers-only'
  return isSingle ? '(json_agg(result) -> 0)' : `coalesce(json_agg(result), '[]')`
}

/** How many rows PostgreSQL expects, from its statistics. */
export function planFor(request: RestRequest): Statement {
  return { text: `explain (format json) select 1 ${matching(request)}`, values: valuesOf(request.filters) }
}

const actionStatements: Record<RestRequest['action'], (request: RestRequest) => Statement> = {
  read: readStatement,
  insert: insertStatement,
  update: updateStatement,
  delete: deleteStatement,
}

const tableOf = ({ table }: RestRequest) => `public.${escapeIdentifier(table.name)}`

const columnIn = ({ table }: RestRequest, column: string) => `${escapeIdentifier(table.name)}.${escapeIdentifier(column)}`

/** What comes back of a row: the columns asked for, its key for its address, or nothing. */
function returned(request: RestRequest): string {
  const { select, table, preferences, action } = request
  const key = preferences.returns === 'headers-only' && action === 'insert' ? table.key : []
  const columns = preferences.returns === 'representation' ? select : key
  return columns.length > 0 ? columns.map((column) => columnIn(request, column)).join(', ') : '1'
}

const valuesOf = (filters: Filter[]) => filters.flatMap(({ value }) => (value === undefined ? [] : [value]))

/** A WHERE clause whose parameters start at `$first`. */
function where(request: RestRequest, first: number): string {
  let next = first
  const conditions = request.filters.map(({ column, isNegated, test, value }) => {
    const condition = `${columnIn(request, column)} ${value === undefined ? test : test.replace('$', () => `$${next++}`)}`
    return isNegated ? `not (${condition})` : condition
  })
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
}

const matching = (request: RestRequest) => `from ${tableOf(request)} ${where(request, 1)}`

function readStatement(request: RestRequest): Statement {
  const { filters, order, limit, offset } = request
  const terms = order.map(({ column, direction }) => `${columnIn(request, column)} ${direction}`)
  const ordered = terms.length > 0 ? `order by ${terms.join(', ')}` : ''
  const values = valuesOf(filters)
  const range = `limit $${values.length + 1}::int offset $${values.length + 2}::int`
  return {
    text: `select ${returned(request)} ${matching(request)} ${ordered} ${range}`,
    values: [...values, String(limit), String(offset)],
  }
}

/** The rows that match, whatever range was asked for; an estimate counts until it knows that there are more than can be read. */
function totalOf(request: RestRequest): string {
  const { action, preferences } = request
  if (action !== 'read') return 'null::int'
  if (preferences.count === 'exact') return `(select count(*)::int ${matching(request)})`
  if (preferences.count !== 'estimated') return 'null::int'
  return `(select count(*)::int from (select ${matching(request)} limit ${maxRows + 1}) counted)`
}

/** The sent rows as a relation: as in PostgREST, PostgreSQL itself casts JSON values to the columns' types. */
function sentRows({ payload, table, preferences }: RestRequest): string {
  if (payload.columns.length === 0) return 'json_array_elements($1::json)'
  const typed = payload.columns.map((column) => `${escapeIdentifier(column)} ${table.columns.get(column)}`).join(', ')
  if (preferences.missing !== 'default') return `json_to_recordset($1::json) as sent(${typed})`
  const defaults = payload.columns.flatMap((column) => {
    const preset = table.defaults.get(column)
    return preset === undefined ? [] : [`${escapeLiteral(column)}, ${preset}`]
  })
  return `jsonb_to_recordset((
    select jsonb_agg(jsonb_build_object(${defaults.join(', ')}) || each) from jsonb_array_elements($1::jsonb) as each
  )) as sent(${typed})`
}

function insertStatement(request: RestRequest): Statement {
  const { payload, conflict, preferences } = request
  const columns = payload.columns.map((column) => escapeIdentifier(column))
  // Without columns each row consists of defaults.
  const target = columns.length > 0 ? `(${columns.join(', ')})` : ''
  const merges = preferences.resolution === 'merge-duplicates' && columns.length > 0
  const update = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  const resolution = merges ? `update set ${update} where ${countInserted('-', '-1')}` : 'nothing'
  const keys = conflict.map((column) => escapeIdentifier(column)).join(', ')
  return {
    text: `insert into ${tableOf(request)} ${target}
      select ${columns.join(', ')} from ${sentRows(request)} ${merges ? `where ${countInserted('+', '0')}` : ''}
      ${preferences.resolution ? `on conflict (${keys}) do ${resolution}` : ''} returning ${returned(request)}`,
    values: [payload.rows],
  }
}

/**
 * How many sent rows were new rather than merged. As in PostgREST, each is counted when it is sent and taken off again
 * when it meets a duplicate, since a role that may not read a row may not ask PostgreSQL either which of the two it was.
 */
const insertedRows = `coalesce(nullif(current_setting('rest.inserted', true), '')::int, 0)`

/** A condition that always holds: the count is never `never`. */
const countInserted = (sign: '+' | '-', never: string) =>
  `set_config('rest.inserted', (${insertedRows} ${sign} 1)::text, true) <> '${never}'`

function updateStatement(request: RestRequest): Statement {
  const { payload, filters } = request
  // With nothing to set no row is changed, but the representation's columns still have to be readable.
  if (payload.columns.length === 0) {
    return { text: `select ${returned(request)} from ${tableOf(request)} where false`, values: [] }
  }
  const assignments = payload.columns.map((column) => `${escapeIdentifier(column)} = sent.${escapeIdentifier(column)}`)
  return {
    text: `update ${tableOf(request)} set ${assignments.join(', ')}
      from (select * from ${sentRows(request)} limit 1) as sent
      ${where(request, 2)} returning ${returned(request)}`,
    values: [payload.rows, ...valuesOf(filters)],
  }
}

function deleteStatement(request: RestRequest): Statement {
  return { text: `delete ${matching(request)} returning ${returned(request)}`, values: valuesOf(request.filters) }
}
