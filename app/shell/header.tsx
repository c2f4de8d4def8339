import { useSyncExternalStore } from 'react'
import { layout } from '#words/layout.ts'
import mark from '../art/mark.svg'
import { outbound } from '../links.ts'
import { paths } from '../paths.ts'
import { HeaderMenu } from './header-menu.tsx'
import { Logo } from './logo.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { Link, OutboundLink } from '../ui/link.tsx'

/** Fixed at the top; past 10 px of scrolling it gets a background (R-HEADER). */
export function Header() {
  const scrolled = useScrolled()
  return (
    <header className={scrolled ? 'top is-scrolled' : 'top'}>
      <div className="wrap top-util">
        <OutboundLink to={outbound.monitoring}>{layout.getCreditMonitoring}</OutboundLink>
        <OutboundLink to={outbound.portal}>{layout.clientLogin}</OutboundLink>
      </div>
      <div className="wrap top-bar">
        <Logo mark={mark} />
        <nav className="nav" aria-label={layout.mainNavigation}>
          <NavigationLinks />
        </nav>
        <Link className="btn small start" to={paths.pricing}>
          {layout.getStarted}
        </Link>
        <HeaderMenu />
      </div>
    </header>
  )
}

/** R-HEADER: the header changes past this many pixels. The style sheet has the same figure for browsers without script. */
const thresholdPixels = 10

/** Whether the page is scrolled, also when it was loaded so. */
function useScrolled(): boolean {
  return useSyncExternalStore(watchScroll, () => window.scrollY > thresholdPixels, () => false)
}

function watchScroll(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}
