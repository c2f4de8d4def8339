import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { layout } from '../../content/layout.ts'
import { outbound } from '../links.ts'
import { paths } from '../paths.ts'
import { NavigationLinks } from './navigation-links.tsx'
import { OutboundLink } from './outbound-link.tsx'

/** The menu of narrow screens. It opens without script; with it, a link or Escape closes it again. */
export function HeaderMenu() {
  const menu = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [])

  const closeOnLink = (event: MouseEvent) => {
    if (menu.current && event.target instanceof Element && event.target.closest('a')) menu.current.open = false
  }

  return (
    <details className="menu" ref={menu} onClick={closeOnLink}>
      <summary aria-label={layout.menu}>
        <i />
      </summary>
      <nav className="menu-panel" aria-label={layout.menu}>
        <ul>
          <NavigationLinks wrap={(link) => <li>{link}</li>} />
        </ul>
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
