import { type Context, Hono } from 'hono'
import { readBytes } from '../../http/read-bytes.ts'
import { callbackFault, providerFault } from '../contract/other-providers.ts'
import { type UnsupportedEndpoint, unsupportedEndpoints } from '../contract/unsupported-endpoints.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { identifyAdmin } from '../operations/caller.ts'
import { identify } from './requests.ts'
import { refuse, type RouteGroup } from './respond.ts'

/** Unsupported endpoints. They are registered first, since patterns of other groups match their paths too. */
export const unsupportedRoutes: RouteGroup = (service) => {
  const routes = new Hono()
    .get('/authorize', (context) => refuse(context, providerFault(context.req.query('provider') ?? '')))
    .on(['GET', 'POST'], '/callback', (context) => redirectToSite(service, context))
  for (const endpoint of unsupportedEndpoints) {
    const methods = endpoint.method ? [endpoint.method] : ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    routes.on(methods, endpoint.path, (context) => refuseUnsupported(service, context, endpoint))
  }
  return routes
}

async function refuseUnsupported(
  service: AuthService,
  context: Context,
  { for: caller, fault }: UnsupportedEndpoint,
): Promise<Response> {
  if (caller === 'anybody') return refuse(context, fault)
  if (caller === 'service') {
    const admin = await identifyAdmin(service, context.req.header('authorization'))
    return refuse(context, 'ok' in admin ? fault : admin.fault)
  }
  const user = await identify(service, context)
  return refuse(context, 'ok' in user ? fault : user.fault)
}

/** Redirects a browser that returns from a provider to the site, with the fault in the address. */
async function redirectToSite({ settings }: AuthService, context: Context): Promise<Response> {
  const state = context.req.method === 'POST' ? await postedState(context) : context.req.query('state')
  const { code, message } = callbackFault(state ?? '')
  const target = new URL(settings.siteUrl)
  target.search = new URLSearchParams({ error: 'invalid_request', error_code: code, error_description: message }).toString()
  return context.redirect(target.href, 303)
}

const formLimitBytes = 65_536

async function postedState(context: Context): Promise<string | undefined> {
  const bytes = await readBytes(context.req.raw, formLimitBytes)
  return 'ok' in bytes ? (new URLSearchParams(bytes.ok.toString()).get('state') ?? undefined) : undefined
}
