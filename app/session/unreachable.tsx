import type { ReactNode } from 'react'
import { connectionMessages } from '../../content/auth.ts'
import { retrySession, type Session } from '../backend/use-session.ts'
import { useSending } from '../ui/use-sending.ts'

interface UnreachableProps {
  /** How the session stands: anything but `unreachable` leaves the region empty. */
  state: Session['state']
  className: string
  /** What it means on this page. */
  children: ReactNode
}

/**
 * A session is kept here, but the server does not answer: nobody is signed out for that. Mount it before that is known,
 * since a region that comes with its text is not read out.
 */
export function Unreachable({ state, className, children }: UnreachableProps) {
  return (
    <div role="status">
      {state === 'unreachable' ? (
        <div className={className}>
          {children}
          <RetryButton />
        </div>
      ) : null}
    </div>
  )
}

function RetryButton() {
  const { state, start } = useSending()
  return (
    // Not disabled, or it would lose the focus just when its label changes.
    <button
      type="button"
      className="btn quiet small"
      aria-disabled={state === 'sending' || undefined}
      onClick={() => start(retrySession)}
    >
      {state === 'sending' ? connectionMessages.retrying : connectionMessages.retry}
    </button>
  )
}
