import type { Result } from '../../domain/result.ts'
import type { Table } from './catalogue.ts'
import { faultOfText, faultOfValue } from './column-values.ts'
import { parseAccept, parsePrefer } from './parse-headers.ts'
import { type Refusal, refusals } from './refusal.ts'
import type { Payload, RestRequest } from './rest-request.ts'

const noPayload: Payload = { rows: '[]', columns: [] }

const actions = new Map<string, RestRequest['action']>([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['POST', 'insert'],
  ['PATCH', 'update'],
])

/** Query parameters of PostgREST that are not columns. Only the first two are supported. */
const reservedNames = new Set('select columns order limit offset and or not.and not.or on_conflict'.split(' '))

/**
 * The part of PostgREST's contract (PostgREST/postgrest src/PostgREST/ApiRequest.hs) that the site uses. Everything else
 * is refused, never ignored.
 */
export function parseRequest(request: Request, body: Buffer, table: Table): Result<RestRequest, Refusal> {
  const action = actions.get(request.method)
  if (!action) return { fault: refusals.unsupportedMethod(request.method) }
  const schema = request.headers.get(action === 'read' ? 'accept-profile' : 'content-profile') ?? 'public'
  if (schema !== 'public') return { fault: refusals.unknownSchema(schema) }
  const accepts = parseAccept(request.headers.get('accept'))
  if ('fault' in accepts) return accepts
  const preferences = parsePrefer(request.headers.get('prefer'), action)
  if ('fault' in preferences) return preferences
  const query = new URL(request.url).searchParams
  const filters = parseFilters(query, table)
  if ('fault' in filters) return filters
  const select = parseSelect(query.get('select'), table)
  if ('fault' in select) return select
  const payload = action === 'read' ? { ok: noPayload } : parsePayload(request, body, query.get('columns'), table)
  if ('fault' in payload) return payload
  if (action === 'update' && filters.ok.length === 0) return { fault: refusals.unfilteredUpdate() }
  return {
    ok: {
      table,
      action,
      select: select.ok,
      filters: filters.ok,
      payload: payload.ok,
      accepts: accepts.ok,
      ...preferences.ok,
    },
  }
}

function parseFilters(query: URLSearchParams, table: Table): Result<RestRequest['filters'], Refusal> {
  const filters: RestRequest['filters'] = []
  for (const [column, condition] of query) {
    if (column === 'select' || column === 'columns') continue
    if (reservedNames.has(column)) return { fault: refusals.notImplemented(`The parameter '${column}' is not supported`) }
    const type = table.columns.get(column)
    if (type === undefined) return { fault: refusals.unknownColumn(table.name, column) }
    const [operator = ''] = condition.split('.', 1)
    if (operator === condition) return { fault: refusals.malformedQuery(`the filter on '${column}'`) }
    if (operator !== 'eq') return { fault: refusals.notImplemented(`The only operator for filters is 'eq'`) }
    const value = condition.slice('eq.'.length)
    const fault = faultOfText(type, value)
    if (fault) return { fault }
    filters.push({ column, value })
  }
  return { ok: filters }
}

/** The names in `id,"plan_name"`, without quotation marks. */
const listOf = (names: string) => names.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))

function parseSelect(select: string | null, table: Table): Result<string[], Refusal> {
  const names = new Set(listOf(select || '*').flatMap((name) => (name === '*' ? [...table.columns.keys()] : [name])))
  for (const name of names) {
    if (table.columns.has(name)) continue
    if (/[(:]|->/.test(name)) return { fault: refusals.notImplemented('Only names of columns can be selected') }
    return { fault: refusals.unknownColumn(table.name, name) }
  }
  return { ok: [...names] }
}

function parsePayload(
  request: Request,
  body: Buffer,
  columns: string | null,
  table: Table,
): Result<Payload, Refusal> {
  const [mediaType = ''] = (request.headers.get('content-type') ?? 'application/json').split(';', 1)
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    return { fault: refusals.invalidBody(`Content-Type not acceptable: ${mediaType.trim()}`) }
  }
  const text = decode(body)
  const sent = parseJson(text)
  if (sent === undefined) return { fault: refusals.invalidBody() }
  const rows = Array.isArray(sent) ? text : isObject(sent) ? `[${text}]` : '[]'
  const names = columns === null ? keysOf(sent) : new Set(listOf(columns))
  if (names === undefined) return { fault: refusals.invalidBody('All object keys must match') }
  const unknown = [...names].find((name) => !table.columns.has(name))
  if (unknown !== undefined) return { fault: refusals.unknownBodyColumn(table.name, unknown) }
  const fault = faultOfRows(sent, names, table)
  return fault ? { fault } : { ok: { rows, columns: [...names] } }
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

/** Empty if the bytes are not UTF-8: a replacement character would be stored as if it had been sent. */
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

/** As in PostgREST, a body that is neither an object nor an array writes nothing. */
const listed = (sent: unknown): unknown[] => (Array.isArray(sent) ? sent : isObject(sent) ? [sent] : [])

/** The keys of the sent objects; undefined if they differ, or if something else is among them. */
function keysOf(sent: unknown): Set<string> | undefined {
  const rows = listed(sent)
  if (!rows.every(isObject)) return undefined
  const keys = new Set(Object.keys(rows[0] ?? {}))
  const uniform = rows.map(Object.keys).every((own) => own.length === keys.size && own.every((key) => keys.has(key)))
  return uniform ? keys : undefined
}
