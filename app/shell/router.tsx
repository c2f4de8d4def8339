import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { type Navigator, parsePath, Router, type To, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { noteLeaving } from './note-leaving.ts'
import type { PageRoute } from './page-route.tsx'

interface BrowserRouterProps {
  basename: string
  /** The page at an address with its base path. */
  pageAt: (pathname: string) => Pick<PageRoute, 'isLoaded' | 'load'>
  children: ReactNode
}

/**
 * React Router's core with a history of our own, as `ui/link.tsx` is a link of our own: its `BrowserRouter` and `Link`
 * bring forms, fetchers and prefetching along, 5 kB that every visitor would load.
 *
 * Keeps the router and the address bar in step. Until a page can be drawn, the one before it stays, and its address.
 */
export function BrowserRouter({ basename, pageAt, children }: BrowserRouterProps) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [navigator] = useState(() => loadingFirst(history, pageAt))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(
    () =>
      history.listen((change) => {
        // A loaded page is drawn before the next frame; a transition would let other work come between.
        if (pageAt(change.location.pathname).isLoaded()) setState(change)
        else startTransition(() => setState(change))
      }),
    [history, pageAt],
  )
  return (
    <Router basename={basename} location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  )
}

function loadingFirst(history: ReturnType<typeof createBrowserHistory>, pageAt: BrowserRouterProps['pageAt']): Navigator {
  let latest = 0
  const change = (how: 'push' | 'replace') => (to: To, state?: unknown) => {
    const turn = ++latest
    const page = pageAt((typeof to === 'string' ? parsePath(to) : to).pathname ?? '')
    if (page.isLoaded()) return history[how](to, state)
    // Unless another link was pressed meanwhile.
    const go = () => {
      if (turn === latest) history[how](to, state)
    }
    const loading = new AbortController()
    const isLeaving = noteLeaving(loading.signal)
    page.load().finally(() => loading.abort()).then(go, (error: unknown) => {
      if (isLeaving()) return
      // A module that failed to load once has failed for its document: the browser opens the page in a new one.
      console.warn(error)
      if (turn !== latest) return
      const href = history.createHref(to)
      if (how === 'push') return location.assign(href)
      // Not through the router, which would draw the page; the next document finds the state in the same place.
      window.history.replaceState({ ...window.history.state, usr: state }, '', href)
      location.reload()
    })
  }
  return {
    createHref: (to) => history.createHref(to),
    go: (delta) => history.go(delta),
    push: change('push'),
    replace: change('replace'),
  }
}
