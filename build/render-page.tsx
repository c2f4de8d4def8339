import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { prerenderedPaths, routes } from '../app/routes.tsx'

/** Built for Node and imported by `prerender.ts`. */
export { prerenderedPaths }

const basename = import.meta.env.BASE_URL

/**
 * The page at `path` (below the base path) as React writes it: first what belongs into the head, then
 * `<div id="root">`, then any script that its forms need before the app is there.
 */
export async function renderPage(path: string): Promise<string> {
  const handler = createStaticHandler(routes, { basename })
  const context = await handler.query(new Request(import.meta.env.SITE_ORIGIN + basename + path.slice(1)))
  if (context instanceof Response) throw new Error(`${path} answers with a redirect, which cannot be prerendered`)
  for (const error of Object.values(context.errors ?? {})) throw error
  const router = createStaticRouter(handler.dataRoutes, context)
  const { prelude } = await prerender(
    <div id="root">
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </div>,
  )
  return new Response(prelude).text()
}
