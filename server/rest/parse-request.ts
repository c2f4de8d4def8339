import type { Table } from './catalogue.ts'
import { faultOfText, faultOfValue } from './column-values.ts'
import { parseAccept, parsePrefer, type MediaType } from './parse-headers.ts'
import { Refusal, refusals } from './refusal.ts'

/** One request, with every name checked against the table. */
export interface RestRequest {
  table: Table
  action: 'read' | 'insert' | 'update'
  /** Columns to answer with. */
  select: string[]
  /** Conditions `column = value`, all of which must hold. */
  filters: { column: string; value: string }[]
  payload: Payload
  accepts: MediaType
  returns: 'rows' | 'nothing'
  /** The preference that was honoured, for the header Preference-Applied. */
  preference: string | undefined
}

export interface Payload {
  /** A JSON array of objects, as it was sent. */
  rows: string
  columns: string[]
}

const noPayload: Payload = { rows: '[]', columns: [] }

const actions = new Map<string, RestRequest['action']>([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['POST', 'insert'],
  ['PATCH', 'update'],
])

/** Names in a query string that are no columns. Only the first two are understood here. */
const reservedNames = new Set('select columns order limit offset and or not.and not.or on_conflict'.split(' '))

/** The part of PostgREST's contract that the official client uses here; the rest is refused, never ignored. */
export function parseRequest(request: Request, body: Buffer, table: Table): RestRequest | Refusal {
  const action = actions.get(request.method)
  if (!action) return refusals.unsupportedMethod(request.method)
  const schema = request.headers.get(action === 'read' ? 'accept-profile' : 'content-profile') ?? 'public'
  if (schema !== 'public') return refusals.unknownSchema(schema)
  const accepts = parseAccept(request.headers.get('accept'))
  if (accepts instanceof Refusal) return accepts
  const preferences = parsePrefer(request.headers.get('prefer'), action)
  if (preferences instanceof Refusal) return preferences
  const query = new URL(request.url).searchParams
  const filters = parseFilters(query, table)
  if (filters instanceof Refusal) return filters
  const select = parseSelect(query.get('select'), table)
  if (select instanceof Refusal) return select
  const payload = action === 'read' ? noPayload : parsePayload(request, body, query.get('columns'), table)
  if (payload instanceof Refusal) return payload
  if (action === 'update' && filters.length === 0) return refusals.unfilteredUpdate()
  return { table, action, select, filters, payload, accepts, ...preferences }
}

function parseFilters(query: URLSearchParams, table: Table): RestRequest['filters'] | Refusal {
  const filters: RestRequest['filters'] = []
  for (const [column, condition] of query) {
    if (column === 'select' || column === 'columns') continue
    if (reservedNames.has(column)) return refusals.notImplemented(`The parameter '${column}' is not supported`)
    const type = table.columns.get(column)
    if (type === undefined) return refusals.unknownColumn(table.name, column)
    const [operator = ''] = condition.split('.', 1)
    if (operator === condition) return refusals.malformedQuery(`the filter on '${column}'`)
    if (operator !== 'eq') return refusals.notImplemented(`The only operator for filters is 'eq'`)
    const value = condition.slice('eq.'.length)
    const fault = faultOfText(type, value)
    if (fault) return fault
    filters.push({ column, value })
  }
  return filters
}

/** `id,"plan_name"` without its quotation marks. */
const listOf = (names: string) => names.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))

function parseSelect(select: string | null, table: Table): string[] | Refusal {
  const names = new Set(listOf(select || '*').flatMap((name) => (name === '*' ? [...table.columns.keys()] : [name])))
  for (const name of names) {
    if (table.columns.has(name)) continue
    if (/[(:]|->/.test(name)) return refusals.notImplemented('Only names of columns can be selected')
    return refusals.unknownColumn(table.name, name)
  }
  return [...names]
}

function parsePayload(request: Request, body: Buffer, columns: string | null, table: Table): Payload | Refusal {
  const [mediaType = ''] = (request.headers.get('content-type') ?? 'application/json').split(';', 1)
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    return refusals.invalidBody(`Content-Type not acceptable: ${mediaType.trim()}`)
  }
  const text = decode(body)
  const sent = parseJson(text)
  if (sent === undefined) return refusals.invalidBody()
  const rows = Array.isArray(sent) ? text : isObject(sent) ? `[${text}]` : '[]'
  const names = columns === null ? keysOf(sent) : new Set(listOf(columns))
  if (names === undefined) return refusals.invalidBody('All object keys must match')
  const unknown = [...names].find((name) => !table.columns.has(name))
  if (unknown !== undefined) return refusals.unknownBodyColumn(table.name, unknown)
  return faultOfRows(sent, names, table) ?? { rows, columns: [...names] }
}

function faultOfRows(sent: unknown, names: Set<string>, { columns }: Table): Refusal | undefined {
  for (const row of listed(sent)) {
    for (const [name, value] of Object.entries(isObject(row) ? row : {})) {
      const fault = names.has(name) ? faultOfValue(columns.get(name) ?? '', value) : undefined
      if (fault) return fault
    }
  }
  return undefined
}

/** Undefined where the bytes are not UTF-8: a replaced character would be stored as if it had been sent. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return ''
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As upstream: what is neither an object nor an array writes nothing. */
const listed = (sent: unknown): unknown[] => (Array.isArray(sent) ? sent : isObject(sent) ? [sent] : [])

/** The keys that every sent object has; undefined where they differ or something else is among them. */
function keysOf(sent: unknown): Set<string> | undefined {
  const rows = listed(sent)
  if (!rows.every(isObject)) return undefined
  const keys = new Set(Object.keys(rows[0] ?? {}))
  const uniform = rows.map(Object.keys).every((own) => own.length === keys.size && own.every((key) => keys.has(key)))
  return uniform ? keys : undefined
}
