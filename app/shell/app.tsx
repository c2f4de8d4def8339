import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type FetchScripts, fetchScriptsBy, verifyScripts } from './app-files.ts'
import { hasAuthParameters } from './auth-parameters.ts'
import { fetchFace } from './display-face.ts'
import { fetchAhead } from './fetch-ahead.ts'
import displayFace from '../fonts/newsreader-display.woff2'
import { OutsideBase } from './application-error.tsx'
import { Root } from './root.tsx'
import { BrowserRouter } from './router.tsx'
import { routeAt } from './routes.tsx'
import { showLine } from '../ui/toasts.tsx'
import './shared.ts'
import './site.css'

const basePath = import.meta.env.BASE_URL

/** Hydrates the prerendered page; resolves once it responds. Called once, by `boot.ts`, which fetches later scripts too. */
export async function start(fetchScripts?: FetchScripts): Promise<void> {
  if (fetchScripts) fetchScriptsBy(fetchScripts)
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root"')
  addMissingSlash()
  if (!location.pathname.startsWith(basePath)) {
    await whenReady((onReady) => createRoot(root).render(<Ready onReady={onReady}><OutsideBase /></Ready>))
    return
  }
  if ((await receiveLink()) === 'leaving') return
  // Loaded first: React would otherwise wait for it with the page half hydrated.
  await pageAt(location.pathname).load()
  await whenReady((onReady) =>
    hydrateRoot(
      root,
      <Ready onReady={onReady}>
        <BrowserRouter basename={basePath} pageAt={pageAt}>
          <Root />
        </BrowserRouter>
      </Ready>,
    ),
  )
  repeatFocus()
  // After the presses that `boot.ts` has held.
  setTimeout(runDeferred)
}

/** Work that nobody waits for. */
function runDeferred(): void {
  linkManifest()
  fetchAhead()
  void fetchFace(displayFace)
}

const pageAt = (pathname: string) => routeAt(pathname.slice(basePath.length - 1))

/** Resolves once the page responds, and marks the document as ready. */
async function whenReady(render: (onReady: () => void) => void): Promise<void> {
  await new Promise<void>(render)
  document.documentElement.dataset.app = 'ready'
}

function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }): ReactNode {
  // As soon as it is hydrated, not a frame later.
  useLayoutEffect(onReady, [onReady])
  return children
}

/** The base path without its slash is home too, but no route matches it. */
function addMissingSlash(): void {
  if (`${location.pathname}/` === basePath) history.replaceState(history.state, '', basePath + location.search + location.hash)
}

/** The sign-in service leads back to the site root, from links that act by themselves. The module that receives them is loaded for nobody else. */
async function receiveLink(): Promise<'staying' | 'leaving'> {
  if (!hasAuthParameters()) return 'staying'
  await verifyScripts('backend/links/landing.ts')
  const { receiveEmailLink } = await import('../backend/links/landing.ts')
  return receiveEmailLink({
    href: location.href,
    basePath,
    rename: (path) => history.replaceState(null, '', path),
    replace: (path) => location.replace(path),
    refuse: (message) => showLine(message, 'error'),
  })
}

/** For home screens. Linked from the page itself, the manifest would compete with the first text. */
function linkManifest(): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: `${basePath}manifest.webmanifest` }))
}

/** The focused element was focused before the app listened. */
function repeatFocus(): void {
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
}
