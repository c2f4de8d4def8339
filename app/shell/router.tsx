import { type ComponentProps, type MouseEvent, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import {
  type Navigator, parsePath, Router, type To, UNSAFE_createBrowserHistory as createBrowserHistory, useHref, useLocation,
  useNavigate,
} from 'react-router'
import { noteLeaving } from './note-leaving.ts'
import type { PageRoute } from './page-route.tsx'

/**
 * React Router's core with a history and a link of our own: its `BrowserRouter` and `Link` bring forms, fetchers and
 * prefetching along, 5 kB that every visitor would load.
 */

interface BrowserRouterProps {
  basename: string
  /** The page at an address with its base path. */
  pageAt: (pathname: string) => Pick<PageRoute, 'isLoaded' | 'load'>
  children: ReactNode
}

/** Keeps the router and the address bar in step. Until a page can be drawn, the one before it stays, and its address. */
export function BrowserRouter({ basename, pageAt, children }: BrowserRouterProps) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [navigator] = useState(() => loadingFirst(history, pageAt))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(
    () =>
      history.listen((change) => {
        // What is there is drawn before the next frame; a transition, which can wait, lets other work come between.
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
    // Whoever has pressed another link meanwhile goes there.
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
      // Past the router, which would draw the page; the next document finds the state in the same place.
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

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Below the base path, beginning with a slash. */
  to: string
  /** What the history keeps for the page that is opened. */
  state?: unknown
}

/** A link to another page of this site. */
export function Link({ to, state, children, ...attributes }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()

  function follow(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // As browsers do: the address that one is at already is no new entry.
    const isHere = href === location.pathname + location.search + location.hash
    void navigate(to, { state, replace: isHere })
  }
  return (
    <a {...attributes} href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** A link that says when its page is the one that is open. */
export function NavLink({ to, ...attributes }: LinkProps) {
  const { pathname } = useLocation()
  const isCurrent = pathname === to || pathname === `${to}/`
  return <Link {...attributes} to={to} aria-current={isCurrent ? 'page' : undefined} />
}
