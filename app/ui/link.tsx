import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'
import type { Destination } from '../outbound.ts'

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

interface OutboundLinkProps {
  to: string | Destination
  className?: string
  children: ReactNode
}

/** A link to another company's page: a new tab, without opener or referrer (R-OUTBOUND-LINKS). */
export function OutboundLink({ to, className, children }: OutboundLinkProps) {
  if (typeof to !== 'string' && to.kind === 'internal') {
    return (
      <Link className={className} to={to.to}>
        {children}
      </Link>
    )
  }
  return (
    <a className={className} href={typeof to === 'string' ? to : to.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
