import type { Result } from '../../domain/result.ts'
import type { Table } from './catalogue.ts'
import { faultOfText } from './column-values.ts'
import { type Refusal, refusals } from './refusal.ts'
import type { Action, Filter, Order, Query } from './rest-request.ts'

/** The default maximum of a Supabase project (`max_rows` in its API settings). */
export const maxRows = 1000

/** Query parameters of PostgREST that are no columns, and the actions that they are supported for. */
const reserved = new Map<string, Action[]>([
  ['select', ['read', 'insert', 'update', 'delete']],
  ['columns', ['read', 'insert', 'update', 'delete']],
  ['order', ['read']],
  ['limit', ['read']],
  ['offset', ['read']],
  ['on_conflict', ['insert']],
  ['and', []],
  ['or', []],
  ['not.and', []],
  ['not.or', []],
])

/** Comparisons with one value (PostgREST/postgrest src/PostgREST/Query/SqlFragment.hs). */
const comparisons = new Map(
  Object.entries({ eq: '= $', neq: '<> $', gt: '> $', gte: '>= $', lt: '< $', lte: '<= $' }),
)
const states = new Set(['null', 'not_null', 'true', 'false', 'unknown'])

/** Parses what the address asks for, with every name checked against the table. What is not supported is refused. */
export function parseQuery(query: URLSearchParams, table: Table, action: Action): Result<Query, Refusal> {
  const filters: Filter[] = []
  for (const [name, text] of query) {
    const supported = reserved.get(name)
    if (supported?.includes(action)) continue
    if (supported || action === 'insert') return { fault: notSupported(name) }
    const filter = parseFilter(name, text, table)
    if ('fault' in filter) return filter
    filters.push(filter.ok)
  }
  const select = parseSelect(query.get('select'), table)
  if ('fault' in select) return select
  const order = parseOrder(query.get('order'), table)
  if ('fault' in order) return order
  const [limit, offset] = [parseCount(query.get('limit'), maxRows), parseCount(query.get('offset'), 0)]
  if (limit === undefined || offset === undefined) return { fault: refusals.malformedQuery('limit and offset') }
  const conflict = query.has('on_conflict') ? listOf(query.get('on_conflict') ?? '') : table.key
  const unknown = conflict.find((name) => !table.columns.has(name))
  if (unknown !== undefined) return { fault: refusals.unknownColumn(table.name, unknown) }
  return { ok: { filters, select: select.ok, order: order.ok, limit: Math.min(limit, maxRows), offset, conflict } }
}

const notSupported = (name: string) => refusals.notImplemented(`The parameter '${name}' is not supported here`)

/** `eq.5`, `not.in.(1,2)`, `is.null`. */
function parseFilter(column: string, text: string, table: Table): Result<Filter, Refusal> {
  const type = table.columns.get(column)
  if (type === undefined) return { fault: refusals.unknownColumn(table.name, column) }
  const malformed = { fault: refusals.malformedQuery(`the filter on '${column}'`) }
  const isNegated = text.startsWith('not.')
  const [, operator = '', value = ''] = /^(?:not\.)?([a-z]+(?:\([^)]*\))?)\.(.*)$/s.exec(text) ?? []
  if (operator === '') return malformed
  if (operator === 'is') {
    const state = value.toLowerCase()
    if (!states.has(state)) return malformed
    return { ok: { column, isNegated, test: `is ${state.replace('_', ' ')}` } }
  }
  const values = operator === 'in' ? parseList(value) : [value]
  if (!values) return malformed
  const test = operator === 'in' ? '= any ($)' : comparisons.get(operator)
  if (test === undefined) return { fault: refusals.notImplemented(`The operator '${operator}' is not supported`) }
  const fault = values.map((each) => faultOfText(type, each)).find((each) => each !== undefined)
  return fault ? { fault } : { ok: { column, isNegated, test, value: operator === 'in' ? values : value } }
}

/** The values in `(a,"b,c")`; undefined if it is no such list. */
function parseList(text: string): string[] | undefined {
  const inner = /^\((.*)\)$/s.exec(text)?.[1]
  if (inner === undefined) return undefined
  if (inner === '') return []
  const element = /(?:"((?:[^"\\]|\\.)*)"|([^,]*))(,|$)/sy
  const values: string[] = []
  for (;;) {
    const [, quoted, plain = '', end] = element.exec(inner) ?? []
    if (end === undefined) return undefined
    values.push(quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain)
    if (end === '') return values
  }
}

/** The names in `id,"plan_name"`, without quotation marks. */
export const listOf = (names: string) => names.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))

function parseSelect(select: string | null, table: Table): Result<string[], Refusal> {
  const names = new Set(listOf(select || '*').flatMap((name) => (name === '*' ? [...table.columns.keys()] : [name])))
  for (const name of names) {
    if (table.columns.has(name)) continue
    if (/[(:]|->/.test(name)) return { fault: refusals.notImplemented('Only names of columns can be selected') }
    return { fault: refusals.unknownColumn(table.name, name) }
  }
  return { ok: [...names] }
}

/** `id.desc.nullslast,city`. */
function parseOrder(order: string | null, table: Table): Result<Order[], Refusal> {
  const orders: Order[] = []
  for (const term of order === null ? [] : listOf(order)) {
    const [, column = '', direction = 'asc', nulls] = /^"?(\w+)"?(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(term) ?? []
    if (column === '') return { fault: refusals.malformedQuery('the order') }
    if (!table.columns.has(column)) return { fault: refusals.unknownColumn(table.name, column) }
    orders.push({ column, direction: nulls ? `${direction} nulls ${nulls}` : direction })
  }
  return { ok: orders }
}

function parseCount(text: string | null, otherwise: number): number | undefined {
  if (text === null) return otherwise
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
