import * as v from 'valibot'
import { jsonType, refusals } from './refusal.ts'
import type { MediaType, RestRequest } from './rest-request.ts'
import type { Outcome } from './run.ts'

/** The content type of an answer. */
export const typeOf = (accepts: MediaType) =>
  accepts === 'object' ? 'application/vnd.pgrst.object+json; charset=utf-8' : jsonType

/** PostgREST's status and headers for what was done (PostgREST/postgrest src/PostgREST/Response.hs). */
export function answerWith(request: RestRequest, outcome: Outcome): Response {
  const { action, offset, accepts, preferences } = request
  const { total, count, json } = outcome
  if (action === 'read' && total !== undefined && offset > total) return refusals.unsatisfiableRange(offset, total).toResponse()
  const headers = new Headers({ 'Content-Range': contentRange(request, outcome) })
  if (preferences.applied.length > 0) headers.set('Preference-Applied', preferences.applied.join(', '))
  if (preferences.returns !== 'representation') {
    if (action !== 'insert') return new Response(null, { status: 204, headers })
    if (preferences.returns === 'headers-only' && count === 1) headers.set('Location', addressOf(request, json))
    return new Response(null, { status: statusOf(request, outcome), headers })
  }
  headers.set('Content-Type', typeOf(accepts))
  return new Response(json, { status: statusOf(request, outcome), headers })
}

function statusOf({ action, preferences }: RestRequest, { count, total, inserted }: Outcome): number {
  if (action === 'read') return total !== undefined && count < total ? 206 : 200
  if (action !== 'insert') return 200
  return preferences.resolution === 'merge-duplicates' && inserted === 0 ? 200 : 201
}

/** `0-24/100`: which rows these are, and of how many. */
function contentRange({ action, offset }: RestRequest, { count, total }: Outcome): string {
  const isRange = count > 0 && (action === 'read' || action === 'update')
  return `${isRange ? `${offset}-${offset + count - 1}` : '*'}/${total ?? '*'}`
}

const keySchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])))

/** The address of the only row that was added. */
function addressOf({ table }: RestRequest, key: string): string {
  const conditions = Object.entries(v.parse(keySchema, key)).map(([name, value]) => [name, `eq.${value}`])
  return `/${table.name}?${new URLSearchParams(conditions)}`
}
