import { type SubmitEvent, useState } from 'react'
import { exportWords as words } from '#words/desk/export.ts'
import { deskConnection } from '#words/desk/frame.ts'
import { Field } from '../../../ui/field.tsx'
import { saveFile } from '../../account/save-file.ts'
import { useDesk } from '../desk-context.ts'
import { Part } from '../form/part.tsx'
import { FilterFields } from '../parts/filter-fields.tsx'
import { keptFilter, setParts } from '../parts/filter.ts'
import { typedText } from '../parts/typed-text.ts'
import { ViewHeading } from '../view-heading.tsx'
import { ExportProgress } from './export-progress.tsx'
import { PurgePart } from './purge-part.tsx'
import { useExport } from './use-export.ts'

/** A file with forms, as the command writes it. */
export function ExportView() {
  const { person } = useDesk()
  const [filter, setFilter] = useState(() => keptFilter('export').read())
  const [personal, setPersonal] = useState<'without' | 'with'>('without')
  const [problem, setProblem] = useState<string>()
  const [name, setName] = useState('')
  const { exporting, begin, goOn, stop } = useExport((texts) => {
    const file = words.file(new Date().toISOString().slice(0, 10))
    setName(file)
    saveFile(file, 'text/csv', ...texts)
  })
  const isBusy = exporting.state === 'under-way' || exporting.state === 'interrupted'

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const entries = new FormData(event.currentTarget)
    if (personal === 'with' && typedText(entries, 'export-confirmed').toLowerCase() !== words.confirmWord) {
      setProblem(words.confirmLabel(words.confirmWord))
      return document.getElementById('export-confirmed')?.focus()
    }
    setProblem(undefined)
    begin({ filter, content: personal === 'with' ? 'personal' : 'ordinary', start: entries.get('bom') === null ? 'plain' : 'byte-order-mark' })
  }

  return (
    <>
      <ViewHeading>{words.heading}</ViewHeading>
      <p className="lead">{words.lead}</p>
      <form className="export" noValidate onSubmit={onSubmit}>
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
                <Field name="export-confirmed" label={words.confirmLabel(words.confirmWord)} problem={problem}>
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
