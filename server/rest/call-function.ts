import { escapeIdentifier } from 'pg'
import type { Claims, Database } from '../postgres/database.ts'
import { faultOfValue } from './column-values.ts'
import { jsonType, Refusal, refusals } from './refusal.ts'

/** Parameter name to type, such as `uuid`. */
type Parameters = Map<string, string>

/**
 * PostgREST's `POST /rpc/<function>` for functions of the schema `public` with named parameters and a scalar
 * result. Runs in one transaction as the token's role, so that its EXECUTE privilege decides.
 */
export async function callFunction(
  database: Database,
  name: string,
  body: Buffer,
  claims: Claims,
): Promise<Response> {
  const given = parseArguments(body)
  if (!given) return refusals.invalidBody().toResponse()
  const parameters = await findParameters(database, name)
  const names = Object.keys(given)
  if (!parameters || names.some((argument) => !parameters.has(argument))) {
    return unknownFunction(name, names).toResponse()
  }
  for (const [argument, value] of Object.entries(given)) {
    const fault = faultOfValue(parameters.get(argument) ?? '', value)
    if (fault) return fault.toResponse()
  }
  const sent = names.map((argument) => `${escapeIdentifier(argument)} ${parameters.get(argument)}`).join(', ')
  const list = names.map((argument) => `${escapeIdentifier(argument)} => sent.${escapeIdentifier(argument)}`)
  const call = `select to_json(public.${escapeIdentifier(name)}(${list.join(', ')}))::text as answer`
  const json = await database.transactionAs(claims, async (client) => {
    const { rows } = await (names.length === 0
      ? client.query<{ answer: string | null }>(call)
      : client.query<{ answer: string | null }>(`${call} from json_to_record($1::json) as sent(${sent})`, [
          JSON.stringify(given),
        ]))
    return rows[0]?.answer ?? 'null'
  })
  return new Response(json, { headers: { 'Content-Type': jsonType } })
}

function parseArguments(body: Buffer): object | undefined {
  try {
    const given: unknown = JSON.parse(body.toString() || '{}')
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined
  } catch {
    return undefined
  }
}

/** The parameters of a function with a single value as its answer, with the catalogue's names and types. */
function findParameters(database: Database, name: string): Promise<Parameters | undefined> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ names: string[] | null; types: string[] }>(
      `select proargnames as names, array(
         select format_type(type, null) from unnest(proargtypes) with ordinality as given(type, place) order by place
       ) as types
       from pg_proc
       where pronamespace = 'public'::regnamespace and proname = $1 and prokind = 'f'
         and not proretset and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`,
      [name],
    )
    const found = rows.length === 1 ? rows[0] : undefined
    return found && new Map(found.types.map((type, index) => [found.names?.[index] ?? '', type]))
  })
}

const unknownFunction = (name: string, given: string[]) =>
  new Refusal(
    404,
    'PGRST202',
    `Could not find the function public.${name}${given.length ? `(${given.join(', ')})` : ' without parameters'} in the schema cache`,
  )
