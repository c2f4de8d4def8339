import { Hono } from 'hono'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import { cors } from '../http/cors.ts'
import { readBytes } from '../http/read-bytes.ts'
import type { Claims, Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import { answerWith } from './answer.ts'
import { authenticate, cacheVerified, type Verify } from './authenticate.ts'
import { callFunction } from './call-function.ts'
import { catalogueOf } from './catalogue.ts'
import { refusalFor } from './database-errors.ts'
import { faultOfProfile } from './parse-headers.ts'
import { actionOf, parseRequest } from './parse-request.ts'
import { allowedForCalls, allowedMethods, refusals } from './refusal.ts'
import { run } from './run.ts'

export interface RestDependencies {
  database: Database
  verify: Verify
  log: Log
  now?: () => Date
}

/** As PostgREST answers pages of other origins (PostgREST/postgrest src/PostgREST/Cors.hs), PUT included, which is refused. */
const restCors = cors({
  methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'],
  exposedHeaders: [
    'Content-Encoding', 'Content-Location', 'Content-Range', 'Content-Type', 'Date', 'Location', 'Server',
    'Transfer-Encoding', 'Range-Unit',
  ],
  maxAgeSeconds: 86_400,
  preflightStatus: 200,
})

const maxBodyBytes = 256 * 1024

const unreadable = { 'too-large': refusals.bodyTooLarge(maxBodyBytes), 'broken-off': refusals.invalidBody() }

/**
 * PostgREST's contract for the tables and functions of the schema `public`, as far as the site and its client library's
 * plain calls need it: rows by filters and ranges, upserts, counts; no embedding, no `or`. Each request is one transaction
 * as the token's role, so that grants and row-level security decide.
 */
export function createRest({ database, verify, log, now = () => new Date() }: RestDependencies): Hono {
  const catalogue = catalogueOf(database)
  const verifyOnce = cacheVerified(verify, now)

  async function answer(request: Request, body: Buffer, tableName: string, claims: Claims): Promise<Response> {
    const action = actionOf(request)
    if (!action) return refusals.unsupportedMethod(request.method).toResponse()
    const table = (await catalogue()).get(tableName)
    if (!table) return refusals.unknownTable(tableName).toResponse()
    const parsed = parseRequest(request, body, action, table)
    if ('fault' in parsed) return parsed.fault.toResponse()
    return answerWith(parsed.ok, await database.transactionAs(claims, (client) => run(client, parsed.ok)))
  }

  /** The steps of every request: authenticates the caller, reads the body, and maps errors to refusals. */
  async function serve(request: Request, respond: (body: Buffer, claims: Claims) => Promise<Response>): Promise<Response> {
    const claims = await authenticate(request.headers.get('authorization'), { verify: verifyOnce, now })
    if ('fault' in claims) return claims.fault.toResponse()
    const profile = faultOfProfile(request)
    if (profile) return profile.toResponse()
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
  app.use(restCors)
  app.post('/rpc/:function', ({ req }) =>
    serve(req.raw, (body, claims) => callFunction(database, req.param('function'), req.raw, body, claims)),
  )
  app.options('/rpc/:function', () => new Response(null, { headers: { Allow: allowedForCalls } }))
  app.all('/rpc/:function', ({ req }) => refusals.unsupportedCall(req.method).toResponse())
  app.options('/:table', () => new Response(null, { headers: { Allow: allowedMethods } }))
  app.all('/:table', ({ req }) => serve(req.raw, (body, claims) => answer(req.raw, body, req.param('table'), claims)))
  app.all('*', () => refusals.invalidPath().toResponse())
  return app
}

const reasonOf = (error: unknown) => errorCode(error) ?? errorName(error)
