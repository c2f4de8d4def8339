import { type Context, Hono } from 'hono'
import { readBytes } from '../../http/read-bytes.ts'
import { identifyAdmin } from '../operations/admin-caller.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { type ClosedEndpoint, closedEndpoints } from '../contract/unsupported-endpoints.ts'
import { callbackFault, providerFault } from '../contract/other-providers.ts'
import { refuse } from './respond.ts'
import { identify, type RouteGroup } from './route-group.ts'

/** What is switched off. Comes before the groups whose patterns would match these paths too. */
export const closedRoutes: RouteGroup = (service) => {
  const routes = new Hono()
    .get('/authorize', (context) => refuse(context, providerFault(context.req.query('provider') ?? '')))
    .on(['GET', 'POST'], '/callback', (context) => leadBack(service, context))
  for (const endpoint of closedEndpoints) {
    const methods = endpoint.method ? [endpoint.method] : ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    routes.on(methods, endpoint.path, (context) => refuseClosed(service, context, endpoint))
  }
  return routes
}

async function refuseClosed(
  service: AuthService,
  context: Context,
  { asks, withoutFactor, fault }: ClosedEndpoint,
): Promise<Response> {
  if (asks === 'nobody') return refuse(context, fault)
  if (asks === 'the-service-key') {
    const admin = await identifyAdmin(service, context.req.header('authorization'))
    return refuse(context, 'ok' in admin ? fault : admin.fault)
  }
  const caller = await identify(service, context)
  if ('fault' in caller) return refuse(context, caller.fault)
  return refuse(context, (caller.ok.session.aal !== 'aal2' && withoutFactor) || fault)
}

/** A browser that comes back from a provider is led to the site, which reads the fault from the address. */
async function leadBack({ settings }: AuthService, context: Context): Promise<Response> {
  const state = context.req.method === 'POST' ? await postedState(context) : context.req.query('state')
  const { code, message } = callbackFault(state ?? '')
  const target = new URL(settings.siteUrl)
  target.search = new URLSearchParams({ error: 'invalid_request', error_code: code, error_description: message }).toString()
  return context.redirect(target.href, 303)
}

const formLimitBytes = 65_536

async function postedState(context: Context): Promise<string | undefined> {
  const bytes = await readBytes(context.req.raw, formLimitBytes)
  return typeof bytes === 'string' ? undefined : (new URLSearchParams(bytes.toString()).get('state') ?? undefined)
}
