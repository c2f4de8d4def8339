import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { exportWords as words } from '#words/desk/export.ts'
import { deskConnection } from '#words/desk/frame.ts'
import { Field } from '../../../ui/field.tsx'
import { saveFile } from '../../account/save-file.ts'
import { useDesk } from '../desk-context.ts'
import { Part } from '../form/part.tsx'
import { FilterFields } from '../parts/filter-fields.tsx'
import { isBackwards, keptFilter, setParts } from '../parts/filter.ts'
import { typedText } from '../parts/typed-text.ts'
import { ViewHeading } from '../view-heading.tsx'
import { ExportProgress } from './export-progress.tsx'
import { PurgePart } from './purge-part.tsx'
import { useExport } from './use-export.ts'

/** As the staff's log takes a reason. */
const mostCharacters = 100

/** A file with forms, as the command writes it. */
export function ExportView() {
  const { person } = useDesk()
  const [filter, setFilter] = useState(() => keptFilter('export').read())
  const [personal, setPersonal] = useState<'without' | 'with'>('without')
  const [problems, setProblems] = useState<{ reason?: string; confirmed?: string }>({})
  const [name, setName] = useState('')
  const { exporting, begin, goOn, stop } = useExport((texts) => {
    const file = words.file(new Date().toISOString().slice(0, 10))
    setName(file)
    saveFile(file, 'text/csv', ...texts)
  })
  // The first field that something is wrong with.
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [attempt])
  const isBusy = exporting.state === 'under-way' || exporting.state === 'interrupted'

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const entries = new FormData(form)
    const reason = typedText(entries, 'export-reason')
    const found = {
      ...(reason ? {} : { reason: words.reason.missing }),
      ...(personal === 'with' && typedText(entries, 'export-confirmed').toLowerCase() !== words.confirmWord
        ? { confirmed: words.confirmLabel(words.confirmWord) }
        : {}),
    }
    setProblems(found)
    const isWrong = isBackwards(filter) || Object.keys(found).length > 0
    if (isWrong) return setAttempt((count) => count + 1)
    begin({ filter, reason, content: personal === 'with' ? 'personal' : 'ordinary', start: entries.get('bom') === null ? 'plain' : 'byte-order-mark' })
  }

  return (
    <>
      <ViewHeading>{words.heading}</ViewHeading>
      <p className="lead">{words.lead}</p>
      <form className="export" noValidate ref={box} onSubmit={onSubmit}>
        <div inert={isBusy}>
          <Part heading={words.which}>
            <FilterFields
              filter={filter}
              onChange={(next) => {
                keptFilter('export').write(next)
                setFilter(next)
              }}
            />
            {setParts(filter) === 0 ? <p className="fine">{words.all}</p> : null}
          </Part>
          <Part heading={words.how}>
            <Field name="export-reason" label={words.reason.label} hint={words.reason.hint} problem={problems.reason}>
              {(ties) => <input {...ties} className="w20" autoComplete="off" maxLength={mostCharacters} />}
            </Field>
            <label className="tick">
              <input type="checkbox" name="bom" />
              <span>{words.bom}</span>
            </label>
            {person.role === 'lead' ? (
              <label className="tick">
                <input type="checkbox" checked={personal === 'with'} onChange={({ currentTarget }) => setPersonal(currentTarget.checked ? 'with' : 'without')} />
                <span>{words.personal}</span>
              </label>
            ) : null}
            {personal === 'with' ? (
              <div className="decision">
                <p>{words.personalText}</p>
                <Field name="export-confirmed" label={words.confirmLabel(words.confirmWord)} problem={problems.confirmed}>
                  {(ties) => <input {...ties} className="w10" autoComplete="off" autoCapitalize="none" spellCheck={false} />}
                </Field>
              </div>
            ) : null}
          </Part>
        </div>
        <p className="actions">
          <button className="btn" aria-disabled={isBusy || undefined}>
            {exporting.state === 'under-way' ? words.busy : words.submit}
          </button>
        </p>
      </form>
      <ExportProgress exporting={exporting} file={name} goOn={goOn} stop={stop} />
      {exporting.state === 'refused' ? (
        <p className="notice bad" role="alert">
          {exporting.outcome === 'denied' ? deskConnection.notALead : deskConnection.notDone}
        </p>
      ) : null}
      {person.role === 'lead' ? <PurgePart /> : null}
    </>
  )
}
