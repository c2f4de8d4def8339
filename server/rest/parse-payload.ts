import type { Result } from '../../domain/result.ts'
import type { Table } from './catalogue.ts'
import { faultOfValue } from './column-values.ts'
import { listOf } from './parse-query.ts'
import { type Refusal, refusals } from './refusal.ts'
import type { Payload } from './rest-request.ts'

/** The rows of a body. `columns` names those to write, otherwise the keys of the objects do, which must be the same in all. */
export function parsePayload(
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
  if (hasLongNumber(text)) return { fault: refusals.longNumber() }
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

/**
 * Whether a number stands anywhere in the text, which is JSON, that is far longer written out than sent: PostgreSQL would
 * write it out, before any quota or check.
 */
const hasLongNumber = (text: string): boolean => /e[+-]?0*[1-9]\d{2}/i.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))

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
