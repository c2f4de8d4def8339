import { useEffect } from 'react'
import { notFoundPage } from '#words/not-found.ts'

/** For whoever is none of the staff: what any unknown address says, in the same words. */
export function NothingHere() {
  useEffect(() => {
    document.title = notFoundPage.title
  }, [])
  return (
    <main className="wrap desk-outside">
      <h1>{notFoundPage.heading}</h1>
      <p className="lead">{notFoundPage.lead}</p>
      <p className="actions">
        <a className="btn" href={import.meta.env.BASE_URL}>
          {notFoundPage.home}
        </a>
      </p>
    </main>
  )
}
