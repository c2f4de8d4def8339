import { useLocation } from 'react-router'
import { layout } from '#words/layout.ts'
import { anchors } from '../paths.ts'
import { routeAt } from './routes.tsx'
import { ApplicationError } from './application-error.tsx'
import { BlogStrip } from '../pages/blog/blog-strip.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { usePress } from '../ui/press.ts'
import { Toasts } from '../ui/toasts.tsx'
import { useNavigationEffects } from './use-navigation-effects.ts'

/** The site at the router's address. */
export function Root() {
  return (
    <ApplicationError>
      <Frame />
    </ApplicationError>
  )
}

/** What stands around every page. Toasts stand above the pages, so that they survive a redirect. */
function Frame() {
  const announcement = useNavigationEffects()
  usePress()
  const { path, Page } = routeAt(useLocation().pathname)
  return (
    <>
      <a className="skip" href={anchors.main}>
        {layout.skip}
      </a>
      <p className="vh" aria-live="polite" ref={announcement} />
      <Header />
      <main id="main">
        <Page key={path} />
      </main>
      <BlogStrip />
      <Footer />
      <Toasts />
    </>
  )
}
