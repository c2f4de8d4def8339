import { Hono } from 'hono'
import { consentsHeader } from '../../domain/consents.ts'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import { readBytes } from '../http/read-bytes.ts'
import type { Claims, Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import { authenticate, cacheVerified, type Verify } from './authenticate.ts'
import { callFunction } from './call-function.ts'
import { catalogueOf } from './catalogue.ts'
import { refusalFor } from './database-errors.ts'
import { parseRequest } from './parse-request.ts'
import { jsonType, refusals } from './refusal.ts'
import type { RestRequest } from './rest-request.ts'
import { run, type StatementResult } from './statements.ts'

export interface RestDependencies {
  database: Database
  verify: Verify
  log: Log
  now?: () => Date
}

const maxBodyBytes = 256 * 1024
const objectType = 'application/vnd.pgrst.object+json; charset=utf-8'

const unreadable = { 'too-large': refusals.bodyTooLarge(maxBodyBytes), 'broken-off': refusals.invalidBody() }

/**
 * PostgREST's contract for the tables of the schema `public`: `GET`, `POST` and `PATCH` with `select`, `columns` and
 * `column=eq.value`. Each request is one transaction as the token's role, so that grants and row-level security decide.
 */
export function createRest({ database, verify, log, now = () => new Date() }: RestDependencies): Hono {
  const catalogue = catalogueOf(database)
  const verifyOnce = cacheVerified(verify, now)

  async function answer(request: Request, body: Buffer, tableName: string, claims: Claims): Promise<Response> {
    const table = (await catalogue()).get(tableName)
    if (!table) return refusals.unknownTable(tableName).toResponse()
    const parsed = parseRequest(request, body, table)
    if ('fault' in parsed) return parsed.fault.toResponse()
    const headers = headersForSql(request)
    return toResponse(parsed.ok, await database.transactionAs(claims, (client) => run(client, parsed.ok), headers))
  }

  /** The steps of every request: authenticates the caller, reads the body, and maps errors to refusals. */
  async function serve(request: Request, respond: (body: Buffer, claims: Claims) => Promise<Response>): Promise<Response> {
    const claims = await authenticate(request.headers.get('authorization'), { verify: verifyOnce, now })
    if ('fault' in claims) return claims.fault.toResponse()
    const body = await readBytes(request, maxBodyBytes)
    if ('fault' in body) return unreadable[body.fault].toResponse()
    try {
      return await respond(body.ok, claims.ok)
    } catch (error) {
      const refusal = refusalFor(error, claims.ok.role)
      if (refusal.status >= 500) log('rest-failed', { code: refusal.code, reason: reasonOf(error) })
      return refusal.toResponse()
    }
  }

  const app = new Hono()
  app.post('/rpc/:function', ({ req }) =>
    serve(req.raw, (body, claims) => callFunction(database, req.param('function'), body, claims)),
  )
  app.all('/:table', ({ req }) => serve(req.raw, (body, claims) => answer(req.raw, body, req.param('table'), claims)))
  app.all('*', () => refusals.invalidPath().toResponse())
  return app
}

/** PostgREST's `request.headers`: those that the migrations read, by their names in lower case. */
function headersForSql({ headers }: Request): Record<string, string> {
  const consents = headers.get(consentsHeader)
  return consents === null ? {} : { [consentsHeader.toLowerCase()]: consents }
}

const reasonOf = (error: unknown) => errorCode(error) ?? errorName(error)

function toResponse(request: RestRequest, { count, json }: StatementResult): Response {
  const headers = new Headers({ 'Content-Range': contentRange(request, count) })
  if (request.preference) headers.set('Preference-Applied', request.preference)
  if (request.returns === 'minimal') {
    return new Response(null, { status: request.action === 'insert' ? 201 : 204, headers })
  }
  headers.set('Content-Type', request.accepts === 'object' ? objectType : jsonType)
  return new Response(json, { status: request.action === 'insert' ? 201 : 200, headers })
}

const contentRange = ({ action }: RestRequest, count: number) =>
  action === 'insert' || count === 0 ? '*/*' : `0-${count - 1}/*`
