import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { carriesMessage } from './carries-message.ts'
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

/** Gives the prerendered page its behaviour; resolved when it has it. Called once, by `boot.ts`. */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root"')
  addMissingSlash()
  if (!location.pathname.startsWith(basePath)) {
    await alive((onReady) => createRoot(root).render(<Ready onReady={onReady}><OutsideBase /></Ready>))
    return
  }
  if ((await receiveLink()) === 'leaving') return
  // Loaded first: React would otherwise wait for it with the page half alive.
  await pageAt(location.pathname).load()
  await alive((onReady) =>
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
  // What was pressed meanwhile is answered first.
  setTimeout(settle)
}

/** What nobody waits for. */
function settle(): void {
  nameManifest()
  fetchAhead()
  void fetchFace(displayFace)
}

const pageAt = (pathname: string) => routeAt(pathname.slice(basePath.length - 1))

/** Resolved once what is rendered answers to the visitor, which the document then says. */
async function alive(render: (onReady: () => void) => void): Promise<void> {
  await new Promise<void>(render)
  document.documentElement.dataset.app = 'ready'
}

function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }): ReactNode {
  // Once it is hydrated, not after the next frame: somebody waits.
  useLayoutEffect(onReady, [onReady])
  return children
}

/** The address of the base without its slash is home too, but the router would not know it. */
function addMissingSlash(): void {
  if (`${location.pathname}/` === basePath) history.replaceState(history.state, '', basePath + location.search + location.hash)
}

/** Links in e-mails land on the site root. What receives them is loaded for nobody else. */
async function receiveLink(): Promise<'staying' | 'leaving'> {
  if (!carriesMessage()) return 'staying'
  const { receiveEmailLink } = await import('../backend/email-link.ts')
  return receiveEmailLink({
    href: location.href,
    basePath,
    rename: (path) => history.replaceState(null, '', path),
    replace: (path) => location.replace(path),
    refuse: (message) => showLine(message, 'error'),
  })
}

/** For whoever puts the site on a home screen. In the page itself it would be fetched beside the first text. */
function nameManifest(): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: `${basePath}manifest.webmanifest` }))
}

/** What has the focus already got it before the app could hear of it. */
function repeatFocus(): void {
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
}
