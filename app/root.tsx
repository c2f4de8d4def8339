import { Outlet } from 'react-router'
import { layout } from '../content/layout.ts'
import { anchors } from './paths.ts'
import { BlogStrip } from './ui/blog-strip.tsx'
import { Footer } from './ui/footer.tsx'
import { Header } from './ui/header.tsx'
import { Toasts } from './ui/toasts.tsx'
import { useNavigationEffects } from './ui/use-navigation-effects.ts'

/** The frame around every page. Toasts stand above the routes, so that they survive a redirect. */
export function Root() {
  const announcement = useNavigationEffects()
  return (
    <>
      <a className="skip" href={anchors.main}>
        {layout.skip}
      </a>
      <p className="vh" aria-live="polite" ref={announcement} />
      <Header />
      <main id="main">
        <Outlet />
      </main>
      <BlogStrip />
      <Footer />
      <Toasts />
    </>
  )
}
