import { deskGate } from '#words/desk/frame.ts'
import { retrySession } from '../../backend/use-session.ts'
import { useSending } from '../../ui/use-sending.ts'

/** In place of the desk while nobody can say who is signed in. */
export function NoAnswer({ onRetry = retrySession }: { onRetry?: () => Promise<void> }) {
  const words = deskGate.unreachable
  const { state, start } = useSending()
  return (
    <main className="wrap desk-outside">
      <div role="status">
        <h1>{words.heading}</h1>
        <p className="lead">{words.text}</p>
      </div>
      <p className="actions">
        {/* Not `disabled`, which would take the focus away just when the label changes. */}
        <button type="button" className="btn" aria-disabled={state === 'sending' || undefined} onClick={() => start(onRetry)}>
          {state === 'sending' ? words.retrying : words.retry}
        </button>
      </p>
    </main>
  )
}
