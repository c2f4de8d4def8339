import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { secureHeaders } from './http/secure-headers.ts'
import { visitorAddress } from './http/visitor-address.ts'
import { createRefusalBrake } from './limits/refusal-brake.ts'
import { isOutOfRoom, noRoomSentence } from './postgres/connection-fault.ts'
import type { Log } from './runtime/log.ts'
import type { StaticSite } from './static/static-site.ts'
import { watchRequests } from './watching/watch-requests.ts'
import type { Watcher } from './watching/watcher.ts'

/** The handlers of `/auth/v1`, `/rest/v1` and `/functions/v1`, unless a Supabase project has that role. */
export interface Backend {
  auth: Hono
  rest: Hono
  /** `address` is the visitor's. */
  submitToDisputefox: (request: Request, address: string | undefined) => Promise<Response>
  /** `address` is the visitor's. */
  paymentReceived: (request: Request, address: string | undefined) => Promise<Response>
  /** `address` is the visitor's. */
  openDetails: (request: Request, address: string | undefined) => Promise<Response>
  /** Whether requests can be answered, for monitoring. */
  readiness: (request: Request) => Promise<Response>
}

export interface AppParts {
  /** Starts and ends with a slash. */
  basePath: string
  /** The public origin of the site, which decides whether browsers are told to stay encrypted. */
  origin: string
  site: Pick<StaticSite, 'respond'>
  backend?: Backend
  watching?: { watcher: Watcher; trustsIds: boolean }
  log: Log
}

/** Everything that the gateway answers besides the site, below the base path; a star stands for anything. */
export const interfacePaths = ['/auth/v1/*', '/rest/v1/*', '/functions/v1/*', '/healthz', '/readyz']

/** The whole gateway as one `Request -> Response`: the interfaces of the backend, and the site for everything else. */
export function createApp({ basePath, origin, site, backend, watching, log }: AppParts): Hono {
  const app = new Hono()
  if (watching) app.use(watchRequests(watching.watcher, basePath, watching.trustsIds))
  const headers = secureHeaders(origin)
  app.onError((error, context) => {
    log('request-failed', { route: routePath(context), reason: error.name })
    if (isOutOfRoom(error)) return context.text(noRoomSentence, 507, headers)
    return context.text('Something went wrong on our side. Please try again.', 500, headers)
  })
  if (backend) app.route(basePath.slice(0, -1) || '/', backendRoutes(backend, headers))
  app.all('*', (context) => site.respond(context))
  return app
}

function backendRoutes(
  { auth, rest, submitToDisputefox, paymentReceived, openDetails, readiness }: Backend,
  headers: Record<string, string>,
): Hono {
  const routes = new Hono()
  // Personal responses must not be cached (RFC 9111 §5.2.2.5).
  const always = Object.entries({ ...headers, 'Cache-Control': 'no-store' })
  const brake = createRefusalBrake()
  for (const path of interfacePaths) {
    routes.use(path, async (context, next) => {
      await next()
      // `context.header` would build a second response and read the first one's body as a stream.
      for (const [name, value] of always) context.res.headers.set(name, value)
      if (context.res.status === 429) await brake(visitorAddress(context))
    })
  }
  routes.route('/auth/v1', auth)
  routes.route('/rest/v1', rest)
  routes.all('/functions/v1/submit-to-disputefox', (context) => submitToDisputefox(context.req.raw, visitorAddress(context)))
  routes.all('/functions/v1/payment-received', (context) => paymentReceived(context.req.raw, visitorAddress(context)))
  routes.all('/functions/v1/open-details', (context) => openDetails(context.req.raw, visitorAddress(context)))
  routes.all('/functions/v1/*', (context) => context.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404))
  routes.get('/healthz', (context) => context.json({ status: 'ok' }))
  routes.get('/readyz', (context) => readiness(context.req.raw))
  return routes
}
