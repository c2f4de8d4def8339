import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { noRoomSentence } from '../postgres/connection-fault.ts'
import { type CallerFault, callerFaults, tooManyRequests } from '../../domain/caller-faults.ts'

/**
 * A fault in PostgREST's format: a status and `{ code, details, hint, message }`. Returned as a value, and thrown only
 * inside a transaction to roll it back.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(status: ContentfulStatusCode, code: string, message: string, more: RefusalExtras = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }

  toResponse(): Response {
    const { code, details, hint, message, status } = this
    const headers = { ...this.headers, 'Content-Type': jsonType }
    return Response.json({ code, details, hint, message }, { status, headers })
  }
}

interface RefusalExtras {
  details?: string
  hint?: string
  headers?: Record<string, string>
}

/** For OPTIONS, and for the refusal of other methods. */
export const allowedMethods = 'OPTIONS, GET, HEAD, POST, PATCH, DELETE'
export const allowedForCalls = 'OPTIONS, POST'

export const jsonType = 'application/json; charset=utf-8'

/** PostgREST's own refusals, with its codes and messages (PostgREST/postgrest src/PostgREST/Error.hs). */
export const refusals = {
  malformedQuery: (what: string) => new Refusal(400, 'PGRST100', `failed to parse ${what}`),
  invalidBody: (message = 'Empty or invalid json') => new Refusal(400, 'PGRST102', message),
  longNumber: () => new Refusal(400, '22003', 'a number in the body is too long'),
  bodyTooLarge: (maxBytes: number) =>
    new Refusal(413, 'PGRST102', `The body is larger than ${Math.floor(maxBytes / 1024)} kB`),
  unsatisfiableRange: (offset: number, total: number) =>
    new Refusal(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'Content-Range': `*/${total}` },
    }),
  unknownSchema: (schema: string) =>
    new Refusal(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: 'Only the following schemas are exposed: public',
    }),
  unavailableMediaType: (accept: string) =>
    new Refusal(406, 'PGRST107', `None of these media types are available: ${accept}`),
  notSingular: (rows: number) =>
    new Refusal(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  unsupportedMethod: (method: string) =>
    new Refusal(405, 'PGRST117', `Unsupported HTTP method: ${method}`, {
      headers: { Allow: allowedMethods },
    }),
  unsupportedCall: (method: string) =>
    new Refusal(405, 'PGRST101', `Cannot use the ${method} method on RPC`, { headers: { Allow: allowedForCalls } }),
  invalidPreferences: (preferences: string[]) =>
    new Refusal(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${preferences.join(', ')}`,
    }),
  tooManyAffected: (rows: number) =>
    new Refusal(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  invalidPath: () => new Refusal(404, 'PGRST125', 'Invalid path specified in request URL'),
  notImplemented: (details: string) => new Refusal(400, 'PGRST127', 'Feature not implemented', { details }),
  unknownBodyColumn: (table: string, column: string) =>
    new Refusal(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`),
  unknownTable: (table: string) =>
    new Refusal(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`),
  unknownColumn: (table: string, column: string) =>
    new Refusal(400, '42703', `column ${table}.${column} does not exist`),
  // A forgotten filter would reach every row that the role may change. Supabase refuses it in the same words.
  unfiltered: (action: 'update' | 'delete') =>
    new Refusal(400, '21000', `${action.toUpperCase()} requires a WHERE clause`),
  // PostgREST has none, so this has Supabase Auth's code.
  tooManyRequests: (waitSeconds: number) =>
    new Refusal(429, tooManyRequests.code, tooManyRequests.message, { headers: { 'Retry-After': String(waitSeconds) } }),
  unreachableDatabase: () =>
    new Refusal(503, 'PGRST000', 'Database connection error. Retrying the connection.'),
  // As PostgreSQL says it. 401 for anonymous callers, who may retry with a token.
  deniedToVisitors: (object: string) =>
    new Refusal(401, '42501', `permission denied for ${object}`, { headers: { 'WWW-Authenticate': 'Bearer' } }),
  // RFC 4918 section 11.5. PostgREST answers 503, which a client takes for an outage that is over soon.
  noRoom: () => new Refusal(507, '53100', noRoomSentence),
  undecodableToken: (message: string) => invalidToken('PGRST301', message),
  // PostgREST itself accepts a token until it expires, so these have Supabase Auth's codes.
  callerRefused: (fault: CallerFault) => {
    const { status, message } = callerFaults[fault]
    return status === 401 ? invalidToken('PGRST301', message) : new Refusal(status, fault, message)
  },
  expiredToken: () => invalidToken('PGRST303', 'JWT expired'),
  unexpected: () => new Refusal(500, 'PGRSTX00', 'Internal server error'),
} as const

// RFC 6750 §3.
const invalidToken = (code: string, message: string) =>
  new Refusal(401, code, message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
