import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { notFoundPage } from '#words/not-found.ts'
import lostArt from '../../art/lost.svg'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/**
 * An address with slashes side by side means the one without. The router would take what begins with two for another host:
 * the history refuses it, and a link to a place on this page would lead there.
 */
function leaveDoubledSlashes(): void {
  const path = location.pathname.replace(/\/{2,}/g, '/')
  if (path !== location.pathname) location.replace(path + location.search + location.hash)
}

export function NotFound() {
  const { pathname } = useLocation()
  useEffect(() => console.error(notFoundPage.log, pathname), [pathname])
  useEffect(leaveDoubledSlashes, [])
  return (
    <>
      <PageHead title={notFoundPage.title} description={notFoundPage.description} robots="noindex" />
      <div className="wrap lost">
        <div>
          <h1>{notFoundPage.heading}</h1>
          <p className="lead">{notFoundPage.lead}</p>
          <p className="actions">
            <Link className="btn" to={paths.home}>
              {notFoundPage.home}
            </Link>
            <Link className="more" to={paths.contact}>
              {notFoundPage.ask}
            </Link>
          </p>
        </div>
        <img src={lostArt} alt="" width="420" height="280" loading="lazy" />
      </div>
    </>
  )
}
