import { useEffect, useRef } from 'react'
import { layout } from '#words/layout.ts'
import { outbound } from '../links.ts'
import { paths } from '../paths.ts'
import { NavigationLinks } from './navigation-links.tsx'
import { Link, OutboundLink } from '../ui/link.tsx'

/** The menu of narrow screens. It opens without script; with it, a link or Escape closes it again. */
export function HeaderMenu() {
  const menu = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const details = menu.current
    const closeOnLink = (event: MouseEvent) => {
      if (details && event.target instanceof Element && event.target.closest('a')) details.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details?.open) return
      details.open = false
      details.querySelector('summary')?.focus()
    }
    details?.addEventListener('click', closeOnLink)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      details?.removeEventListener('click', closeOnLink)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [])

  return (
    <details className="menu" ref={menu}>
      <summary aria-label={layout.menu}>
        <i />
      </summary>
      <nav className="menu-panel" aria-label={layout.menu}>
        <NavigationLinks />
        <Link className="btn" to={paths.pricing}>
          {layout.getStarted}
        </Link>
        <OutboundLink className="btn quiet" to={outbound.portal}>
          {layout.clientLogin}
        </OutboundLink>
        <OutboundLink className="btn quiet" to={outbound.monitoring}>
          {layout.getCreditMonitoring}
        </OutboundLink>
      </nav>
    </details>
  )
}
