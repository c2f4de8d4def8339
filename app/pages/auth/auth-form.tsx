import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { authPage } from '#words/auth.ts'
import type { Refused } from '../../backend/accounts.ts'
import { NeedsScript } from '../../ui/needs-script.tsx'
import { showLine } from '../../ui/toasts.tsx'
import { useSending } from '../../ui/use-sending.ts'

/** The words of the button of a form, which also tell the forms of one card apart. */
interface Words {
  submit: string
  busy: string
}

/** `waiting`: another form of the card is being sent. */
export type AttemptState = 'idle' | 'sending' | 'waiting'

/** Allows one attempt at a time for all forms that share it, whichever of them is shown. */
export interface Attempts {
  stateOf: (words: Words) => AttemptState
  start: (words: Words, attempt: () => Promise<void>) => void
}

export function useAttempts(): Attempts {
  const { state, start } = useSending()
  const [underWay, setUnderWay] = useState<Words>()
  return {
    stateOf(words) {
      if (state === 'idle') return 'idle'
      return underWay === words ? 'sending' : 'waiting'
    },
    start(words, attempt) {
      if (state === 'idle') setUnderWay(words)
      start(attempt)
    },
  }
}

interface AuthFormProps {
  words: Words
  attempts: Attempts
  /** One attempt, which says itself how it went. What was typed stays; the form is handed over to be emptied. */
  attempt: (entries: FormData, form: HTMLFormElement) => Promise<void>
  /** The fields, which are told to hide what they show while it is sent. */
  children: (state: AttemptState) => ReactNode
  secondary?: ReactNode
  /** The class of its button. */
  look?: string
}

/** A small form such as those of the card on /auth: one button, which is off while one attempt is under way. */
export function AuthForm({ words, attempts, attempt, children, secondary, look }: AuthFormProps) {
  const state = attempts.stateOf(words)

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const entries = new FormData(form)
    attempts.start(words, () => attempt(entries, form))
  }

  return (
    // Without the app nothing is sent: by default the password would stand in the next page's address.
    <form className="form" method="dialog" onSubmit={onSubmit}>
      <NeedsScript reason={authPage.needsScript} />
      {children(state)}
      <SubmitButton state={state} words={words} look={look} />
      {secondary}
    </form>
  )
}

/**
 * A disabled button loses the focus; it gets it back when it is enabled again, unless something else has the focus by then.
 * Browsers differ in when they report its blur, and whether React hears of it: nothing here listens for it.
 */
export function SubmitButton({ state, words, look = 'btn wide' }: { state: AttemptState; words: Words; look?: string | undefined }) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (state === 'idle' && hadFocus.current && document.activeElement === document.body) button.current?.focus()
  }, [state])
  return (
    <button
      className={look}
      disabled={state !== 'idle'}
      ref={button}
      // Comes before every attempt, by the Enter key in a field too.
      onClick={({ currentTarget }) => (hadFocus.current = currentTarget === document.activeElement)}
    >
      {state === 'sending' ? words.busy : words.submit}
    </button>
  )
}

/** Shows a refusal as a toast; true when there was none. */
export function wentWell(answer: { outcome: string } | Refused): boolean {
  if (!('message' in answer)) return true
  showLine(answer.message, 'error')
  return false
}

/** The heading of a step of the card, which takes the focus when the step appears. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <h2 tabIndex={-1} ref={heading}>
      {children}
    </h2>
  )
}

/** A secondary action, below the button; one request at a time. */
export function TextButton({ children, onPress }: { children: ReactNode; onPress: () => void | Promise<void> }) {
  const { state, start } = useSending()
  return (
    <button
      type="button"
      className="more step-link"
      aria-disabled={state === 'sending' || undefined}
      onClick={() => start(async () => onPress())}
    >
      {children}
    </button>
  )
}
