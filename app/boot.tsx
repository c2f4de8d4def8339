import { type ReactNode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router'
import { RouterFailure } from './pages/application-error.tsx'
import { routes } from './routes.tsx'
import './styles/site.css'

const basePath = import.meta.env.BASE_URL
const outsideBase = { status: 404, statusText: 'Not Found' }

/** Gives the prerendered page its behaviour. */
async function boot(root: HTMLElement): Promise<void> {
  addMissingSlash()
  if (!location.pathname.startsWith(basePath)) {
    createRoot(root).render(<Ready><RouterFailure message={`${outsideBase.status} ${outsideBase.statusText}`} /></Ready>)
    return
  }
  if ((await receiveLink()) === 'leaving') return
  await loadMatchedPages(routes)
  hydrateRoot(root, <Ready><RouterProvider router={createBrowserRouter(routes, { basename: basePath })} /></Ready>)
}

/** Marks the document once what it renders answers to the visitor. */
function Ready({ children }: { children: ReactNode }): ReactNode {
  useEffect(() => {
    document.documentElement.dataset.app = 'ready'
  }, [])
  return children
}

/** The address of the base without its slash is home too, but the router would not know it. */
function addMissingSlash(): void {
  if (`${location.pathname}/` === basePath) history.replaceState(history.state, '', basePath + location.search + location.hash)
}

/** Links in e-mails land on the site root. What receives them is loaded for nobody else. */
async function receiveLink(): Promise<'staying' | 'leaving'> {
  if (!/[?&#](code|error_code|error_description|access_token|confirmed)\b/.test(location.search + location.hash)) return 'staying'
  const [{ receiveEmailLink }, { showLine }] = await Promise.all([
    import('./backend/email-link.ts'),
    import('./ui/toasts.tsx'),
  ])
  return receiveEmailLink({
    href: location.href,
    basePath,
    rename: (path) => history.replaceState(null, '', path),
    replace: (path) => location.replace(path),
    refuse: (message) => showLine(message, 'error'),
  })
}

/** A page that is still lazy when the router starts would render a fallback over the prerendered one. */
async function loadMatchedPages(from: RouteObject[]): Promise<void> {
  const matches = matchRoutes(from, location, basePath) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root"')
await boot(root)
