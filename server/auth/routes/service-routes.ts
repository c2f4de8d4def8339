import { Hono } from 'hono'
import { health, openIdConfiguration, settings as facts } from '../contract/service-facts.ts'
import type { RouteGroup } from './route-group.ts'

/** What the service tells of itself to anybody. */
export const serviceRoutes: RouteGroup = ({ keys, settings }) =>
  new Hono()
    .get('/health', (context) => context.json(health))
    .get('/settings', (context) => context.json(facts))
    .get('/.well-known/jwks.json', async (context) => context.json(await keys.published()))
    .get('/.well-known/openid-configuration', (context) => context.json(openIdConfiguration(settings.issuer)))
