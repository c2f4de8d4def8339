import { type Context, Hono } from 'hono'
import type { PoolClient } from 'pg'
import { consentsHeader } from '../../domain/consents.ts'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import type { Result } from '../../domain/result.ts'
import { cors } from '../http/cors.ts'
import { readBytes } from '../http/read-bytes.ts'
import { visitorAddress } from '../http/visitor-address.ts'
import type { Subject } from '../limits/buckets.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { Claims, Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import { answerWith } from './answer.ts'
import { authenticate, cacheVerified, type Verify } from './authenticate.ts'
import { callFunction } from './call-function.ts'
import { catalogueOf } from './catalogue.ts'
import { refusalFor } from './database-errors.ts'
import { faultOfProfile } from './parse-headers.ts'
import { actionOf, parseRequest } from './parse-request.ts'
import { allowedForCalls, allowedMethods, type Refusal, refusals } from './refusal.ts'
import { run } from './run.ts'

export interface RestDependencies {
  database: Database
  verify: Verify
  limits: RequestLimits
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

const refuse = (waitSeconds: number) => refusals.tooManyRequests(waitSeconds).toResponse()

type Respond = (body: Buffer, claims: Claims) => Promise<Response>

const maxBodyBytes = 256 * 1024

const unreadable = { 'too-large': refusals.bodyTooLarge(maxBodyBytes), 'broken-off': refusals.invalidBody() }

/**
 * PostgREST's contract for the tables and functions of the schema `public`, as far as the site and its client library's
 * plain calls need it: rows by filters and ranges, upserts, counts; no embedding, no `or`. Each request is one transaction
 * as the token's role, so that grants and row-level security decide.
 */
export function createRest({ database, verify, limits, log, now = () => new Date() }: RestDependencies): Hono {
  const catalogue = catalogueOf(database)
  const verifyOnce = cacheVerified(verify, now)

  async function answer({ req, env }: Context, body: Buffer, claims: Claims): Promise<Response> {
    const action = actionOf(req.raw)
    if (!action) return refusals.unsupportedMethod(req.method).toResponse()
    const tableName = req.param('table') ?? ''
    const table = (await catalogue()).get(tableName)
    if (!table) return refusals.unknownTable(tableName).toResponse()
    const parsed = parseRequest(req.raw, body, action, table)
    if ('fault' in parsed) return parsed.fault.toResponse()
    // PostgreSQL would refuse it too, and log each time that it did.
    if (claims.role === 'anon' && table.deniedToVisitors.includes(action)) {
      return refusals.deniedToVisitors(`table ${tableName}`).toResponse()
    }
    const work = (client: PoolClient) => run(client, parsed.ok)
    return answerWith(parsed.ok, await database.transactionAs(claims, work, headersForSql({ req, env })))
  }

  /** The steps of every request: authenticates the caller, who has to be within the limits, and answers. */
  async function serve(context: Context, respond: Respond): Promise<Response> {
    const { req, env } = context
    const claims = await authenticate(req.header('authorization') ?? null, { verify: verifyOnce, now })
    const caller = callerOf(claims, visitorAddress({ env }))
    return limits.serve(caller, () => serveCaller(req.raw, claims, respond), refuse)
  }

  /** Reads the body, and maps errors to refusals. */
  async function serveCaller(request: Request, claims: Result<Claims, Refusal>, respond: Respond): Promise<Response> {
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
  app.post('/rpc/:function', (context) =>
    serve(context, (body, claims) =>
      callFunction(database, context.req.param('function'), context.req.raw, body, claims, headersForSql(context)),
    ),
  )
  app.options('/rpc/:function', () => new Response(null, { headers: { Allow: allowedForCalls } }))
  app.all('/rpc/:function', ({ req }) => refusals.unsupportedCall(req.method).toResponse())
  app.options('/:table', () => new Response(null, { headers: { Allow: allowedMethods } }))
  app.all('/:table', (context) => serve(context, (body, claims) => answer(context, body, claims)))
  app.all('*', () => refusals.invalidPath().toResponse())
  return app
}

/**
 * PostgREST's `request.headers`: those that the migrations read, by their names in lower case. The visitor's address has
 * the name that Cloudflare gives it in front of Supabase; what a visitor sends under that name is not passed on.
 */
function headersForSql({ req, env }: Pick<Context, 'req' | 'env'>): Record<string, string> {
  const [address, consents] = [visitorAddress({ env }), req.header(consentsHeader)]
  return {
    ...(address !== undefined && { 'cf-connecting-ip': address }),
    ...(consents !== undefined && { [consentsHeader.toLowerCase()]: consents }),
  }
}

function callerOf(claims: Result<Claims, Refusal>, address: string | undefined): Subject | 'service' {
  if ('fault' in claims) return { address }
  return claims.ok.role === 'service_role' ? 'service' : { address, account: claims.ok.sub }
}

const reasonOf = (error: unknown) => errorCode(error) ?? errorName(error)
