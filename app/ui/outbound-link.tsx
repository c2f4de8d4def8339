import type { ReactNode } from 'react'
import type { Destination } from '../outbound.ts'
import { Link } from '../shell/router.tsx'

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
