import { type ReactNode, ViewTransition } from 'react'
import { useLocation } from 'react-router'
import { layout } from '../content/layout.ts'
import { anchors } from './paths.ts'
import { routeAt } from './routes.tsx'
import { ApplicationError } from './pages/application-error.tsx'
import { BlogStrip } from './ui/blog-strip.tsx'
import { Footer } from './ui/footer.tsx'
import { Header } from './ui/header.tsx'
import { Toasts } from './ui/toasts.tsx'
import { useNavigationEffects } from './ui/use-navigation-effects.ts'

/** The site at the router's address. */
export function Root() {
  return (
    <ApplicationError>
      <Frame />
    </ApplicationError>
  )
}

/** Where the browser can, one page fades into the next. What happens on a page is drawn at once. */
function Change({ children }: { children: ReactNode }) {
  // A prerendered page would carry its marks on every tag of the head.
  if (import.meta.env.SSR) return children
  return (
    <ViewTransition default="none" enter="auto" exit="auto">
      {children}
    </ViewTransition>
  )
}

/** What stands around every page. Toasts stand above the pages, so that they survive a redirect. */
function Frame() {
  const announcement = useNavigationEffects()
  const { path, Page } = routeAt(useLocation().pathname)
  return (
    <>
      <a className="skip" href={anchors.main}>
        {layout.skip}
      </a>
      <p className="vh" aria-live="polite" ref={announcement} />
      <Header />
      <main id="main">
        <Change key={path}>
          <Page />
        </Change>
      </main>
      <BlogStrip />
      <Footer />
      <Toasts />
    </>
  )
}
