import { useRef } from 'react'
import { onboardingNotices as words } from '#words/onboarding.ts'
import type { OpenedForm } from '../../backend/opened-form.ts'
import type { Sending } from '../../ui/use-sending.ts'

interface SentBeforeProps {
  history: OpenedForm['history']
  /** Whether the form now is for somebody else. */
  answer: 'replace' | 'another'
  sending: Sending['state']
  onAnother: () => void
}

/** Warns that this form was sent before, and offers a new one, so that nobody's details replace another person's. */
export function SentBefore({ history, answer, sending, onAnother }: SentBeforeProps) {
  const box = useRef<HTMLDivElement>(null)
  if (history === 'never-sent' && answer === 'replace') return null

  function startAnother() {
    onAnother()
    // The button disappears; the focus stays in the notice.
    box.current?.focus()
  }

  return (
    <div className="notice" role="status" tabIndex={-1} ref={box}>
      {answer === 'another' ? (
        <p>{words.anotherStarted}</p>
      ) : (
        <>
          <p>{words.sentBefore}</p>
          <button className="btn quiet small" type="button" disabled={sending === 'sending'} onClick={startAnother}>
            {words.another}
          </button>
        </>
      )}
    </div>
  )
}
