import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { StaticSite } from '../static/static-site.ts'
import type { Answered, Watcher } from './watcher.ts'

const header = 'x-request-id'
const plainId = /^[\w-]{1,64}$/

/** Whatever is no interface's: files, pages, and what is not found. */
const otherRoute = '/*'

// An address names the interface before anything else of it is looked at.
const interfaces: [RegExp, Answered['interface']][] = [
  [/^\/auth\/v1(\/|$)/, 'auth'],
  [/^\/rest\/v1(\/|$)/, 'rest'],
  [/^\/functions\/v1(\/|$)/, 'functions'],
  [/^\/(healthz|readyz)$/, 'health'],
]

/** How an attempt to sign in is made, by the route that answers it. */
const signIns = new Map<string, (context: Context) => string | undefined>([
  ['/auth/v1/token', ({ req }) => grants.get(req.query('grant_type') ?? '')],
  ['/auth/v1/verify', ({ req }) => (req.method === 'POST' ? 'code' : undefined)],
  ['/auth/v1/factors/:factorId/verify', () => 'second-factor'],
])
const grants = new Map([
  ['password', 'password'],
  ['pkce', 'code'],
])

/**
 * Tells the watcher of every request that the app answers, and gives each answer an id by which its line in the log is
 * found. An id that a trusted proxy has given is kept if it is plain.
 */
export function watchRequests(watcher: Watcher, basePath: string, trustsIds: boolean): MiddlewareHandler {
  return async (context, next) => {
    const begun = performance.now()
    await next()
    const given = trustsIds ? context.req.header(header) : undefined
    const id = given !== undefined && plainId.test(given) ? given : randomUUID()
    context.res.headers.set(header, id)
    const template = routePath(context)
    const route = template.startsWith(basePath) ? template.slice(basePath.length - 1) : otherRoute
    const { status } = context.res
    watcher.answered({
      interface: interfaces.find(([pattern]) => pattern.test(route))?.[1] ?? 'site',
      method: context.req.method,
      route,
      status,
      ms: performance.now() - begun,
      id,
      signIn: signInOf(context, route, status),
    })
  }
}

function signInOf(context: Context, route: string, status: number): Answered['signIn'] {
  const method = signIns.get(route)?.(context)
  if (method === undefined) return undefined
  return { method, result: status < 400 ? 'ok' : (context.res.headers.get('x-sb-error-code') ?? String(status)) }
}

/** The same for the files that are sent without the app. They are many and alike, so they get an id only where it is logged. */
export function watchSite(site: StaticSite, watcher: Watcher, hasIds: boolean): StaticSite {
  return {
    respond: (context) => site.respond(context),
    serve(incoming, outgoing) {
      const begun = performance.now()
      const id = hasIds ? randomUUID() : undefined
      if (id) outgoing.setHeader(header, id)
      if (!site.serve(incoming, outgoing)) return false
      const { method = '' } = incoming
      watcher.answered({ interface: 'site', method, route: otherRoute, status: outgoing.statusCode, ms: performance.now() - begun, id })
      return true
    },
  }
}
