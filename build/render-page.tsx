import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { PageFacts } from '../app/page-facts.ts'
import { prerenderedPaths, routes } from '../app/routes.tsx'
import { PageFactsListener } from '../app/ui/page-head.tsx'

/** Built for Node and imported by `prerender.ts`. */
export { prerenderedPaths }

export interface RenderedPage {
  /** As React writes it: first what belongs into the head, then `<div id="root">`, then scripts that its forms need. */
  markup: string
  facts: PageFacts
}

const basename = import.meta.env.BASE_URL

/** The page at `path` (below the base path). */
export async function renderPage(path: string): Promise<RenderedPage> {
  const handler = createStaticHandler(routes, { basename })
  const context = await handler.query(new Request(import.meta.env.SITE_ORIGIN + basename + path.slice(1)))
  if (context instanceof Response) throw new Error(`${path} answers with a redirect, which cannot be prerendered`)
  for (const error of Object.values(context.errors ?? {})) throw error
  const router = createStaticRouter(handler.dataRoutes, context)
  const heard: PageFacts[] = []
  const { prelude } = await prerender(
    <PageFactsListener value={(facts) => heard.push(facts)}>
      <div id="root">
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </div>
    </PageFactsListener>,
  )
  const markup = await new Response(prelude).text()
  const facts = heard.at(-1)
  if (!facts) throw new Error(`${path} renders no PageHead`)
  return { markup, facts }
}
