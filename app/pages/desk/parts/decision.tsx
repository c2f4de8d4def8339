import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { decisionWords } from '#words/desk/form.ts'
import { deskConnection } from '#words/desk/frame.ts'
import type { Called } from '../../../backend/staff/call.ts'
import { Field } from '../../../ui/field.tsx'
import { useDesk } from '../desk-context.ts'
import { type Changed, type Done, isDone, type Told, whyNot } from './told.tsx'
import { typedText } from './typed-text.ts'
import { useKeys } from './use-keys.ts'

interface DecisionProps<Parameters, Answer extends Changed> {
  words: { open: string; question: string; confirm: string }
  /** What a screen reader says of the button, where its words alone do not tell whom it is about. */
  label?: string
  look?: string
  /** What is dangerous about it. */
  warning?: string | undefined
  /** A word that has to be typed first. */
  typed?: { label: (word: string) => string; word: string }
  /** Fields to fill in; what was typed stays where it was not done. */
  children?: ReactNode
  change: {
    state: 'idle' | 'sending' | 'unanswered'
    press: (parameters: Parameters) => Promise<Called<Answer> | undefined>
    repeat: () => Promise<Called<Answer> | undefined>
  }
  /** Of the fields; undefined where something is wrong with them, which they say themselves. */
  parameters: (entries: FormData) => Parameters | undefined
  /** What is said once it is done. */
  told: (answer: Done<Answer>) => Told
  tell: (told: Told | undefined) => void
  /** Once it is done, after it was told. */
  onDone?: () => void
}

/** A button that asks back in its place before it does something, and then says what has become of it. */
export function Decision<Parameters, Answer extends Changed>({ words, label, look = 'btn quiet small', ...asked }: DecisionProps<Parameters, Answer>) {
  const [state, setState] = useState<'closed' | 'open' | 'closed-again'>('closed')
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state === 'closed-again') opener.current?.focus()
  }, [state])
  if (state === 'open') return <Question words={words} look={look} {...asked} onClose={() => setState('closed-again')} />
  return (
    <button
      type="button"
      className={look}
      aria-label={label}
      ref={opener}
      onClick={() => {
        asked.tell(undefined)
        setState('open')
      }}
    >
      {words.open}
    </button>
  )
}

type QuestionProps<Parameters, Answer extends Changed> = Omit<DecisionProps<Parameters, Answer>, 'label'> & { onClose: () => void }

function Question<Parameters, Answer extends Changed>({
  words, look, warning, typed, children, change, parameters, told, tell, onDone, onClose,
}: QuestionProps<Parameters, Answer>) {
  const id = useId()
  const box = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()
  // Of this very question: another one may share the change, and must not repeat what this one has sent.
  const [answer, setAnswer] = useState<'awaited' | 'missing'>('awaited')
  const { press, repeat } = change
  const { person } = useDesk()
  const isSending = change.state === 'sending'
  useKeys(box, ({ key }) => {
    if (key === 'Escape' && !isSending) onClose()
  })
  useEffect(() => (box.current?.querySelector<HTMLElement>('input, select, textarea') ?? box.current)?.focus(), [])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const entries = new FormData(event.currentTarget)
    if (typed && typedText(entries, `${id}typed`).toLowerCase() !== typed.word) {
      setProblem(typed.label(typed.word))
      return
    }
    setProblem(undefined)
    if (answer === 'missing') return take(await repeat())
    const given = parameters(entries)
    if (given !== undefined) take(await press(given))
  }

  function take(called: Called<Answer> | undefined) {
    setAnswer(called?.outcome === 'unreachable' ? 'missing' : 'awaited')
    if (called?.outcome === 'done' && isDone(called.value)) {
      onClose()
      tell(told(called.value))
      onDone?.()
      return
    }
    const why = called && whyNot(called, person.name)
    if (why === undefined) return
    tell(why)
    // How it is now is shown by the view, so there is nothing left to be asked.
    if (called?.outcome === 'done' && called.value.outcome === 'changed') onClose()
  }

  const isDangerous = look?.includes('danger')
  return (
    <form
      className="decision"
      aria-labelledby={`${id}question`}
      tabIndex={-1}
      noValidate
      ref={box}
      onSubmit={(event) => void onSubmit(event)}
    >
      <p id={`${id}question`}>{words.question}</p>
      {warning ? <p className="err">{warning}</p> : null}
      <div className="form answers" inert={isSending || answer === 'missing'}>
        {children}
        {typed ? (
          <Field name={`${id}typed`} label={typed.label(typed.word)} problem={problem}>
            {(ties) => <input {...ties} className="w10" autoComplete="off" autoCapitalize="none" spellCheck={false} />}
          </Field>
        ) : null}
      </div>
      <div role="status">{answer === 'missing' && !isSending ? <p className="err">{deskConnection.unanswered}</p> : null}</div>
      <div className="actions">
        <button className={isDangerous ? 'btn small danger' : 'btn small'} aria-disabled={isSending || undefined}>
          {isSending ? decisionWords.busy : answer === 'missing' ? deskConnection.repeat : words.confirm}
        </button>
        <button type="button" className="btn quiet small" aria-disabled={isSending || undefined} onClick={() => !isSending && onClose()}>
          {decisionWords.back}
        </button>
      </div>
    </form>
  )
}
