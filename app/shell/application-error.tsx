import { Component, type ReactNode } from 'react'
import { errorPage } from '#words/not-found.ts'
import { PageHead } from '../ui/page-head.tsx'

/** Shown in place of the site after a thrown error (R-APPLICATION-ERROR): its message, never its stack. */
export class ApplicationError extends Component<{ children: ReactNode }, { failed?: { error: unknown } }> {
  override state: { failed?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } }
  }

  override render() {
    const { failed } = this.state
    if (!failed) return this.props.children
    return <RouterFailure message={failed.error instanceof Error ? failed.error.message : errorPage.unknown} />
  }
}

/** An address that is not this site's, but was answered with it. */
export function OutsideBase() {
  return <RouterFailure message="404 Not Found" />
}

function RouterFailure({ message }: { message: string }) {
  return (
    <>
      <PageHead title={errorPage.heading} description={errorPage.description} robots="noindex" />
      <main className="wrap page-head">
        <h1>{errorPage.heading}</h1>
        <p className="lead">{message}</p>
        <p className="actions">
          {/* The router itself may have failed: this link reloads the site. */}
          <a className="btn" href={import.meta.env.BASE_URL}>
            {errorPage.home}
          </a>
        </p>
      </main>
    </>
  )
}
