import { escapeIdentifier, type PoolClient } from 'pg'
import type { Claims, Database } from '../postgres/database.ts'
import { typeOf } from './answer.ts'
import { faultOfValue } from './column-values.ts'
import { parseAccept } from './parse-headers.ts'
import { parsePrefer } from './preferences.ts'
import { Refusal, refusals } from './refusal.ts'

interface SqlFunction {
  name: string
  /** Parameter name to type, such as `uuid`. */
  parameters: Map<string, string>
  /** The parameters without a default. */
  required: string[]
  isVoid: boolean
  /** How long PostgreSQL works on it, such as `2s`: its own setting, which PostgREST hoists to the transaction, too. */
  timeout: string | null
  /** Whether anonymous callers may call it. */
  forVisitors: boolean
}

/**
 * PostgREST's `POST /rpc/<function>` for functions of the schema `public` with named parameters and a scalar
 * result. Runs in one transaction as the token's role, so that its EXECUTE privilege decides.
 */
export async function callFunction(
  database: Database,
  name: string,
  request: Request,
  body: Buffer,
  claims: Claims,
  headersForSql: Record<string, string>,
): Promise<Response> {
  const accepts = parseAccept(request.headers.get('accept'))
  if ('fault' in accepts) return accepts.fault.toResponse()
  const preferences = parsePrefer(request.headers.get('prefer'), 'call')
  if ('fault' in preferences) return preferences.fault.toResponse()
  if (new URL(request.url).search) return refusals.notImplemented('Arguments are in the body').toResponse()
  const given = parseArguments(body)
  if (!given) return refusals.invalidBody().toResponse()
  const called = await findFunction(database, name)
  if (!called || !fits(called, Object.keys(given))) return unknownFunction(name, Object.keys(given)).toResponse()
  const faults = Object.entries(given).flatMap(([argument, value]) => faultOfValue(called.parameters.get(argument) ?? '', value) ?? [])
  if (faults[0]) return faults[0].toResponse()
  // PostgreSQL would refuse it too, and log each time that it did.
  if (claims.role === 'anon' && !called.forVisitors) return refusals.deniedToVisitors(`function ${name}`).toResponse()
  const json = await database.transactionAs(claims, (client) => call(client, called, given), headersForSql)
  const { count, applied } = preferences.ok
  const headers = new Headers({ 'Content-Range': `0-0/${count ? 1 : '*'}` })
  if (applied.length > 0) headers.set('Preference-Applied', applied.join(', '))
  if (called.isVoid) return new Response(null, { status: 204, headers })
  headers.set('Content-Type', typeOf(accepts.ok))
  return new Response(json, { headers })
}

const fits = ({ parameters, required }: SqlFunction, given: string[]) =>
  given.every((name) => parameters.has(name)) && required.every((name) => given.includes(name))

async function call(client: PoolClient, { name, parameters, isVoid, timeout }: SqlFunction, given: object): Promise<string> {
  const names = Object.keys(given).map((argument) => escapeIdentifier(argument))
  const typed = Object.keys(given).map((argument) => `${escapeIdentifier(argument)} ${parameters.get(argument)}`)
  const list = names.map((argument) => `${argument} => sent.${argument}`)
  const result = `public.${escapeIdentifier(name)}(${list.join(', ')})`
  const from = names.length > 0 ? `from json_to_record($1::json) as sent(${typed.join(', ')})` : ''
  // A statement's time is set before it begins; both go out in one round trip.
  const [, { rows }] = await Promise.all([
    timeout === null ? undefined : client.query(`select set_config('statement_timeout', $1, true)`, [timeout]),
    client.query<{ answer: string | null }>(
      `select ${isVoid ? result : `to_json(${result})::text`} as answer ${from}`,
      names.length > 0 ? [JSON.stringify(given)] : [],
    ),
  ])
  return rows[0]?.answer ?? 'null'
}

function parseArguments(body: Buffer): object | undefined {
  try {
    const given: unknown = JSON.parse(body.toString() || '{}')
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined
  } catch {
    return undefined
  }
}

interface FoundFunction {
  names: string[] | null
  types: string[]
  /** How many parameters have no default. */
  required: number
  is_void: boolean
  timeout: string | null
  for_visitors: boolean
}

/** A function with a single value as its answer, with the catalogue's names and types. */
function findFunction(database: Database, name: string): Promise<SqlFunction | undefined> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<FoundFunction>(
      `select has_function_privilege('anon', oid, 'execute') as for_visitors, proargnames as names, array(
         select format_type(type, null) from unnest(proargtypes) with ordinality as given(type, place) order by place
       ) as types, pronargs - pronargdefaults as required, prorettype = 'void'::regtype as is_void,
         (select split_part(setting, '=', 2) from unnest(proconfig) setting where starts_with(setting, 'statement_timeout=')) as timeout
       from pg_proc
       where pronamespace = 'public'::regnamespace and proname = $1 and prokind = 'f'
         and not proretset and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`,
      [name],
    )
    const found = rows.length === 1 ? rows[0] : undefined
    if (!found) return undefined
    const parameters = new Map(found.types.map((type, index) => [found.names?.[index] ?? '', type]))
    // Those with a default come last.
    const required = [...parameters.keys()].slice(0, found.required)
    return { name, parameters, required, isVoid: found.is_void, timeout: found.timeout, forVisitors: found.for_visitors }
  })
}

const unknownFunction = (name: string, given: string[]) =>
  new Refusal(
    404,
    'PGRST202',
    `Could not find the function public.${name}${given.length ? `(${given.join(', ')})` : ' without parameters'} in the schema cache`,
  )
