import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { maxRows } from './parse-query.ts'
import { refusals } from './refusal.ts'
import type { RestRequest } from './rest-request.ts'
import { planFor, type Statement, statementFor } from './statements.ts'

export interface Outcome {
  /** Rows read or written. */
  count: number
  /** JSON text: an array or, if the caller accepts only an object, the one row; the key of an added row for its address. */
  json: string
  /** All rows that match, if the caller asked for it. */
  total: number | undefined
  /** How many of the written rows were new. */
  inserted: number
}

/** Runs the request in the client's transaction. Throws a refusal, which rolls it back, if another number of rows was asked for. */
export async function run(client: PoolClient, request: RestRequest): Promise<Outcome> {
  const { rows } = await client.query<Row>(prepared(statementFor(request)))
  const { count = 0, json = null, total = null, inserted = 0 } = rows[0] ?? {}
  const { accepts, action, preferences } = request
  if (accepts === 'object' && count !== 1) throw refusals.notSingular(count)
  if (action !== 'read' && count > (preferences.maxAffected ?? count)) throw refusals.tooManyAffected(count)
  return { count, json: json ?? '', total: await totalOf(client, request, total, count), inserted }
}

interface Row {
  count: number
  json: string | null
  total: number | null
  inserted: number
}

/** What was counted or, as in PostgREST, is expected where counting was not wished or would take too long. */
async function totalOf(client: PoolClient, request: RestRequest, counted: number | null, written: number): Promise<number | undefined> {
  const { action, preferences } = request
  if (action !== 'read') return preferences.count && written
  if (preferences.count === 'planned') return expectedRows(client, request)
  if (preferences.count === 'estimated' && counted !== null && counted > maxRows) {
    return Math.max(counted, await expectedRows(client, request))
  }
  return counted ?? undefined
}

const planSchema = v.tuple([v.object({ 'QUERY PLAN': v.tuple([v.object({ Plan: v.object({ 'Plan Rows': v.number() }) })]) })])

async function expectedRows(client: PoolClient, request: RestRequest): Promise<number> {
  const { rows } = await client.query(planFor(request))
  return v.parse(planSchema, rows)[0]['QUERY PLAN'][0].Plan['Plan Rows']
}

// Bounded, since each takes memory on every connection and callers choose the columns. The site itself needs a few.
const maxPrepared = 50
const names = new Map<string, string>()

/** A named statement is parsed and planned once per connection, which takes longer than the insert itself. */
function prepared({ text, values }: Statement): Statement & { name?: string } {
  const known = names.get(text)
  if (known !== undefined) return { name: known, text, values }
  if (names.size === maxPrepared) return { text, values }
  const name = `rest-${names.size + 1}`
  names.set(text, name)
  return { name, text, values }
}
