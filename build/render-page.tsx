import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { PageFacts } from '../app/ui/page-facts.ts'
import type { Hydration, PageKind } from '../app/shell/page-route.tsx'
import { OutsideBase } from '../app/shell/application-error.tsx'
import { Root } from '../app/shell/root.tsx'
import { routeAt, routes } from '../app/shell/routes.tsx'
import { PageFactsListener } from '../app/ui/page-head.tsx'

/** Built for Node and imported by `prerender.ts`. */
export interface RenderedPage {
  /** As React renders it: first the tags for the head, then `<div id="root">`, then scripts that its forms need. */
  markup: string
  /** Its path in the map: `*` for the page that says that there is none, undefined for a page that is not in the map. */
  route: string | undefined
  facts: PageFacts
  /** The page's modules, relative to `app/` as in the bundler's manifest. */
  files: string[]
  kind: PageKind
  /** When the page starts the app without an intent; such pages use the backend. */
  hydrate: Hydration | undefined
}

const basename = import.meta.env.BASE_URL

/** The paths of the prerendered pages, relative to the base path. */
export const prerenderedPaths = () => routes.map(({ path }) => path)

/** Renders the page at `path`, relative to the base path. */
export async function renderPage(path: string): Promise<RenderedPage> {
  const { path: route, load, files, kind = 'plain', hydrate } = routeAt(path)
  await load()
  const page = (
    <StaticRouter basename={basename} location={basename + path.slice(1)}>
      <Root />
    </StaticRouter>
  )
  return { ...(await render(page)), route, files, kind, hydrate }
}

/** Renders the page for addresses outside the base path, which a server may have to answer too. */
export async function renderOutside(): Promise<RenderedPage> {
  return { ...(await render(<OutsideBase />)), route: undefined, files: [], kind: 'plain', hydrate: undefined }
}

async function render(page: ReactNode): Promise<Pick<RenderedPage, 'markup' | 'facts'>> {
  const heard: PageFacts[] = []
  const { prelude } = await prerender(
    <PageFactsListener value={(facts) => heard.push(facts)}>
      <div id="root">{page}</div>
    </PageFactsListener>,
  )
  const markup = await new Response(prelude).text()
  const facts = heard.at(-1)
  if (!facts) throw new Error('A page renders no PageHead')
  return { markup, facts }
}
