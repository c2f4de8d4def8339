import type { Result } from '../../domain/result.ts'
import type { Table } from './catalogue.ts'
import { parseAccept } from './parse-headers.ts'
import { parsePayload } from './parse-payload.ts'
import { parseQuery } from './parse-query.ts'
import { parsePrefer } from './preferences.ts'
import { type Refusal, refusals } from './refusal.ts'
import type { Action, Payload, RestRequest } from './rest-request.ts'

const noPayload: Payload = { rows: '[]', columns: [] }

const actions = new Map<string, Action>([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['POST', 'insert'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
])

/** What a request wants done; undefined for a method that is not offered. */
export const actionOf = ({ method }: Request): Action | undefined => actions.get(method)

/**
 * The part of PostgREST's contract (PostgREST/postgrest src/PostgREST/ApiRequest.hs) that needs a table. What is not
 * supported is refused, never ignored.
 */
export function parseRequest(
  request: Request,
  body: Buffer,
  action: Action,
  table: Table,
): Result<RestRequest, Refusal> {
  const accepts = parseAccept(request.headers.get('accept'))
  if ('fault' in accepts) return accepts
  const preferences = parsePrefer(request.headers.get('prefer'), action)
  if ('fault' in preferences) return preferences
  const { searchParams } = new URL(request.url)
  const query = parseQuery(searchParams, table, action)
  if ('fault' in query) return query
  const writes = action === 'insert' || action === 'update'
  const payload = writes ? parsePayload(request, body, searchParams.get('columns'), table) : { ok: noPayload }
  if ('fault' in payload) return payload
  if ((action === 'update' || action === 'delete') && query.ok.filters.length === 0) return { fault: refusals.unfiltered(action) }
  return {
    ok: { table, action, payload: payload.ok, accepts: accepts.ok, preferences: preferences.ok, ...query.ok },
  }
}
