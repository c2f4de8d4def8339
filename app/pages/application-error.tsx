import { isRouteErrorResponse, useRouteError } from 'react-router'
import { errorPage } from '../../content/not-found.ts'
import { PageHead } from '../ui/page-head.tsx'

/** What a thrown error leaves of the site (§2): its status text or message, never its stack. */
export function ApplicationError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error)) return <RouterFailure message={`${error.status} ${error.statusText}`} />
  return <RouterFailure message={error instanceof Error ? error.message : errorPage.unknown} />
}

export function RouterFailure({ message }: { message: string }) {
  return (
    <>
      <PageHead title={errorPage.heading} description={errorPage.description} robots="noindex" />
      <main className="wrap page-head">
        <h1>{errorPage.heading}</h1>
        <p className="lead">{message}</p>
        <p className="actions">
          {/* The router may be what failed: this link loads the site afresh. */}
          <a className="btn" href={import.meta.env.BASE_URL}>
            {errorPage.home}
          </a>
        </p>
      </main>
    </>
  )
}
