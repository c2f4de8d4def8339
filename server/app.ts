import { Hono } from 'hono'
import type { Log } from './runtime/log.ts'
import type { StaticSite } from './static/static-site.ts'

/** The handlers of `/auth/v1`, `/rest/v1` and `/functions/v1`, unless a Supabase project has that role. */
export interface Backend {
  auth: Hono
  rest: Hono
  submitToDisputefox: (request: Request) => Promise<Response>
  /** The health check, for monitoring. */
  health: () => Promise<Response>
}

export interface AppParts {
  /** Starts and ends with a slash. */
  basePath: string
  site: Pick<StaticSite, 'respond'>
  backend?: Backend
  log: Log
}

/** The whole gateway as one `Request -> Response`: the interfaces of the backend, and the site for everything else. */
export function createApp({ basePath, site, backend, log }: AppParts): Hono {
  const app = new Hono()
  app.onError((error, context) => {
    log('request-failed', { path: context.req.path, reason: error.name })
    return context.text('Something went wrong on our side. Please try again.', 500)
  })
  if (backend) app.route(basePath.slice(0, -1) || '/', backendRoutes(backend))
  app.all('*', (context) => site.respond(context))
  return app
}

function backendRoutes({ auth, rest, submitToDisputefox, health }: Backend): Hono {
  const routes = new Hono()
  // Personal responses must not be cached (RFC 9111 §5.2.2.5).
  for (const prefix of ['/auth/v1/*', '/rest/v1/*', '/functions/v1/*']) {
    routes.use(prefix, async (context, next) => {
      await next()
      // `context.header` would build a second response and read the first one's body as a stream.
      context.res.headers.set('cache-control', 'no-store')
      context.res.headers.set('x-content-type-options', 'nosniff')
    })
  }
  routes.route('/auth/v1', auth)
  routes.route('/rest/v1', rest)
  routes.all('/functions/v1/submit-to-disputefox', (context) => submitToDisputefox(context.req.raw))
  routes.all('/functions/v1/*', (context) => context.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404))
  routes.get('/healthz', () => health())
  return routes
}
