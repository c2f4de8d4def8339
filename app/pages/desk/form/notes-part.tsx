import { type SubmitEvent, useState } from 'react'
import { noteWords as words } from '#words/desk/form.ts'
import { deskConnection } from '#words/desk/frame.ts'
import { longTime } from '#words/format.ts'
import type { ShownForm } from '../../../../domain/staff/form.ts'
import { Field } from '../../../ui/field.tsx'
import { useDesk } from '../desk-context.ts'
import { ToldNotice, useTold, whyNot } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'
import { Part } from './part.tsx'

/** As the database has it. */
const mostCharacters = 2000

/** What colleagues wrote of this client, and a field for more. What was typed stays until it is kept. */
export function NotesPart({ form: { id, notes } }: { form: ShownForm }) {
  const { person } = useDesk()
  const [told, tell] = useTold()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { state, press, repeat } = useChange('staff_note')

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const note = text.trim()
    const found = note === '' ? words.missing : Array.from(note).length > mostCharacters ? words.tooLong(mostCharacters) : undefined
    setProblem(found)
    tell(undefined)
    if (found) return
    const called = await (state === 'unanswered' ? repeat() : press({ p_id: id, p_text: note }))
    if (!called) return
    if (called.outcome === 'done' && called.value.outcome === 'done') {
      setText('')
      tell({ tone: 'good', text: words.done })
      return
    }
    const why = whyNot(called, person.name)
    if (why) tell(why)
  }

  return (
    <Part heading={words.heading}>
      <ul className="notes">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="as-typed" dir="auto">
              {note.text}
            </p>
            <p className="fine">{words.by(note.author, longTime(new Date(note.at)))}</p>
          </li>
        ))}
      </ul>
      <details className="no-print">
        <summary>{words.open}</summary>
        <form className="form" noValidate onSubmit={(event) => void onSubmit(event)}>
          <Field name="note" label={words.label} hint={words.hint} problem={problem ?? (state === 'unanswered' ? deskConnection.unanswered : undefined)}>
            {(ties) => (
              <textarea
                {...ties}
                rows={3}
                value={text}
                readOnly={state !== 'idle'}
                autoComplete="off"
                onChange={({ currentTarget }) => setText(currentTarget.value)}
              />
            )}
          </Field>
          <div>
            <button className="btn quiet small" aria-disabled={state === 'sending' || undefined}>
              {state === 'sending' ? words.busy : state === 'unanswered' ? deskConnection.repeat : words.submit}
            </button>
          </div>
        </form>
      </details>
      <ToldNotice told={told} />
    </Part>
  )
}
