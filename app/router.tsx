import { type ComponentProps, type MouseEvent, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory, useHref, useLocation, useNavigate } from 'react-router'

/**
 * React Router's core with a history and a link of our own: its `BrowserRouter` and `Link` bring forms, fetchers and
 * prefetching along, 5 kB that every visitor would load.
 */

/** Keeps the router and the address bar in step. Until a page is drawn, the one before it stays. */
export function BrowserRouter({ basename, children }: { basename: string; children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((change) => startTransition(() => setState(change))), [history])
  return (
    <Router basename={basename} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
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
