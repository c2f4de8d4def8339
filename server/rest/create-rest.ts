import { Hono } from 'hono'
import type { Log } from '../log.ts'
import { errorCode } from '../postgres/connection-fault.ts'
import type { Claims, Database } from '../postgres/database.ts'
import { readBytes } from '../http/read-bytes.ts'
import { authenticate } from './authenticate.ts'
import { callFunction } from './call-function.ts'
import { catalogueOf } from './catalogue.ts'
import { refusalFor } from './database-errors.ts'
import { parseRequest, type RestRequest } from './parse-request.ts'
import { jsonType, Refusal, refusals } from './refusal.ts'
import { type Result, run } from './statements.ts'
import { rememberVerified } from './verified-tokens.ts'

export interface RestDependencies {
  database: Database
  /** The claims of a token that is genuine and in force, else undefined. */
  verify: (token: string) => Promise<Claims | undefined>
  log: Log
  now?: () => Date
}

const mostBodyBytes = 256 * 1024
const objectType = 'application/vnd.pgrst.object+json; charset=utf-8'

/**
 * PostgREST's contract for the tables of the schema `public`: `GET`, `POST` and `PATCH` with `select`, `columns` and
 * `column=eq.value`. Each request is one transaction as the token's role, so that grants and row-level security decide.
 */
export function createRest({ database, verify, log, now = () => new Date() }: RestDependencies): Hono {
  const catalogue = catalogueOf(database)
  const verifyOnce = rememberVerified(verify, now)

  async function answer(request: Request, body: Buffer, tableName: string, claims: Claims): Promise<Response> {
    const table = (await catalogue()).get(tableName)
    if (!table) return refusals.unknownTable(tableName).toResponse()
    const parsed = parseRequest(request, body, table)
    if (parsed instanceof Refusal) return parsed.toResponse()
    return toResponse(parsed, await database.transactionAs(claims, (client) => run(client, parsed)))
  }

  /** What is common to all requests: who calls, the whole body, and refusals in the contract's words. */
  async function serve(request: Request, respond: (body: Buffer, claims: Claims) => Promise<Response>): Promise<Response> {
    const claims = await authenticate(request.headers.get('authorization') ?? undefined, { verify: verifyOnce, now })
    if (claims instanceof Refusal) return claims.toResponse()
    const body = await readBytes(request, mostBodyBytes)
    if (body === 'too-large') return refusals.bodyTooLarge(mostBodyBytes).toResponse()
    if (body === 'broken-off') return refusals.invalidBody().toResponse()
    try {
      return await respond(body, claims)
    } catch (error) {
      const refusal = refusalFor(error, claims.role)
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

/** The kind of error only: its text may hold what was sent. */
const reasonOf = (error: unknown) => errorCode(error) ?? (error instanceof Error ? error.name : typeof error)

function toResponse(request: RestRequest, { count, json }: Result): Response {
  const headers = new Headers({ 'Content-Range': contentRange(request, count) })
  if (request.preference) headers.set('Preference-Applied', request.preference)
  if (request.returns === 'nothing') {
    return new Response(null, { status: request.action === 'insert' ? 201 : 204, headers })
  }
  headers.set('Content-Type', request.accepts === 'object' ? objectType : jsonType)
  return new Response(json, { status: request.action === 'insert' ? 201 : 200, headers })
}

const contentRange = ({ action }: RestRequest, count: number) =>
  action === 'insert' || count === 0 ? '*/*' : `0-${count - 1}/*`
