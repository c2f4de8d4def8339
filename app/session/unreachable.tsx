import type { ReactNode } from 'react'
import { connectionMessages } from '#words/connection.ts'
import { retrySession, type Session } from '../backend/use-session.ts'
import { useSending } from '../ui/use-sending.ts'

interface UnreachableProps {
  /** Anything but `unreachable` leaves the region empty. */
  state: Session['state']
  className: string
  /** What it means on this page. */
  children: ReactNode
}

/**
 * Shown while a stored session cannot be checked because the server does not answer; nobody is signed out for that.
 * Mount it in advance: screen readers announce only what changes in a live region.
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
    // Not `disabled`, which would take the focus away just when the label changes.
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
