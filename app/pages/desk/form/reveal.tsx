import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { detailWords } from '#words/desk/form.ts'
import { openDetails, type OpenedDetails } from '../../../backend/staff/open-details.ts'
import { Field } from '../../../ui/field.tsx'
import { useKeys } from '../parts/use-keys.ts'

const words = detailWords.reveal
/** As the staff's log takes it. */
const mostCharacters = 100

interface RevealProps {
  id: string
  state: 'closed' | 'open'
  onState: (state: 'closed' | 'open') => void
  onOpened: (details: OpenedDetails) => void
}

/** A button that asks why somebody needs the details before it opens them. */
export function Reveal(props: RevealProps) {
  if (props.state === 'open') return <Asking {...props} />
  return (
    <button type="button" className="btn quiet small" onClick={() => props.onState('open')}>
      {words.open}
    </button>
  )
}

function Asking({ id, onState, onOpened }: RevealProps) {
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState<'idle' | 'sending'>('idle')
  const reason = useRef<HTMLInputElement>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => reason.current?.focus(), [])
  useKeys(box, ({ key }) => {
    if (key === 'Escape') onState('closed')
  })

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (sending === 'sending') return
    const why = reason.current?.value.trim() ?? ''
    setProblem(why ? undefined : words.missing)
    if (!why) return reason.current?.focus()
    setSending('sending')
    const opening = await openDetails(id, why)
    // Whoever has left, or looks at something else, is shown nothing.
    if (!isMounted.current) return
    setSending('idle')
    if (opening.outcome === 'done') return onOpened(opening.value)
    setProblem(opening.outcome === 'unreadable' ? words.unreadable : words.unavailable)
  }

  return (
    <form className="decision" noValidate ref={box} onSubmit={(event) => void onSubmit(event)}>
      <p>{words.text}</p>
      <Field name="reveal-reason" label={words.label} hint={words.hint} problem={problem}>
        {(ties) => <input {...ties} ref={reason} autoComplete="off" maxLength={mostCharacters} />}
      </Field>
      <div className="actions">
        <button className="btn small" aria-disabled={sending === 'sending' || undefined}>
          {sending === 'sending' ? words.busy : words.submit}
        </button>
        <button type="button" className="btn quiet small" onClick={() => onState('closed')}>
          {words.back}
        </button>
      </div>
    </form>
  )
}
