import { Hono } from 'hono'
import { health, settings } from '../service-facts.ts'
import type { RouteGroup } from './route-group.ts'

/** What the service tells of itself to anybody. */
export const serviceRoutes: RouteGroup = ({ keys }) =>
  new Hono()
    .get('/health', (context) => context.json(health))
    .get('/settings', (context) => context.json(settings))
    .get('/.well-known/jwks.json', async (context) => context.json(await keys.published()))
