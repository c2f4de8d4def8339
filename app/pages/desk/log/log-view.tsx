import { useId, useState } from 'react'
import { staffDeeds } from '#words/desk/actions.ts'
import { logWords as words } from '#words/desk/log.ts'
import { capitalized } from '#words/format.ts'
import { type StaffAction, staffActions } from '../../../../domain/staff/actions.ts'
import { isUuid } from '../../../../domain/uuid.ts'
import { call } from '../../../backend/staff/call.ts'
import { Field } from '../../../ui/field.tsx'
import { useDesk } from '../desk-context.ts'
import { useSettled } from '../find/use-settled.ts'
import { endOf, startOf } from '../parts/filter.ts'
import { Days } from '../parts/filter-fields.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { usePages } from '../parts/use-pages.ts'
import { ReadingState } from '../reading-state.tsx'
import { ViewHeading } from '../view-heading.tsx'
import { LogCheck } from './log-check.tsx'
import { LogList } from './log-list.tsx'

interface Wanted {
  staff: string
  action: StaffAction | ''
  /** Days, or empty. */
  since: string
  until: string
  form: string
}

const pageRows = 50

/** Who of the staff did what. */
export function LogView() {
  const { place } = useDesk()
  const everything: Wanted = { staff: '', action: '', since: '', until: '', form: '' }
  const [wanted, setWanted] = useState<Wanted>({ ...everything, form: place.id ?? '' })
  const [settled] = useSettled(JSON.stringify(wanted), 250)
  const form = wanted.form.trim()
  const problem = form && !isUuid(form) ? words.badForm : undefined
  const pages = usePages(settled, pageRows, async (after: number | null, limit) => {
    const { staff, action, since, until } = wanted
    const called = await call('staff_log_entries', {
      p_staff: staff.trim() || null,
      p_action: action || null,
      p_enrollment: isUuid(form) ? form : null,
      p_since: since ? startOf(since).toISOString() : null,
      p_until: until ? endOf(until).toISOString() : null,
      p_after: after,
      p_limit: limit,
    })
    return called.outcome === 'done' ? { outcome: 'done', value: { rows: called.value.entries, next: called.value.next } } : called
  })
  return (
    <>
      <ViewHeading>{words.heading}</ViewHeading>
      <p className="lead">{words.lead}</p>
      <LogCheck />
      <section className="part" aria-label={words.list}>
        <details className="filtered" open={place.id !== undefined || undefined}>
          <summary>{words.filters(Object.values(wanted).filter(Boolean).length)}</summary>
          <LogFields wanted={wanted} onChange={setWanted} problem={problem} />
        </details>
        {Object.values(wanted).some(Boolean) ? (
          <button type="button" className="btn quiet small" onClick={() => setWanted(everything)}>
            {words.clear}
          </button>
        ) : null}
        <ReadingState reading={pages} />
        <p role="status" className="fine">
          {pages.value?.length === 0 && pages.isCurrent ? words.none : ''}
        </p>
        {pages.value && pages.value.length > 0 ? <LogList entries={pages.value} /> : null}
        {pages.hasMore ? <MoreButton words={{ submit: words.more, busy: words.moreBusy }} onPress={pages.more} /> : null}
      </section>
    </>
  )
}

interface LogFieldsProps {
  wanted: Wanted
  onChange: (wanted: Wanted) => void
  problem: string | undefined
}

function LogFields({ wanted, onChange, problem }: LogFieldsProps) {
  const id = useId()
  const { staff, action, since, until, form } = wanted
  return (
    <div className="form filters">
      <div className="pair">
        <Field name="log-staff" label={words.who} hint={words.whoHint}>
          {(ties) => <input {...ties} value={staff} autoComplete="off" autoCapitalize="none" spellCheck={false} onChange={({ currentTarget }) => onChange({ ...wanted, staff: currentTarget.value })} />}
        </Field>
        <Field name="log-form" label={words.form} hint={words.formHint} problem={problem}>
          {(ties) => <input {...ties} value={form} autoComplete="off" autoCapitalize="none" spellCheck={false} onChange={({ currentTarget }) => onChange({ ...wanted, form: currentTarget.value })} />}
        </Field>
      </div>
      <div className="three">
        <div className="field">
          <label htmlFor={`${id}action`}>{words.action}</label>
          <select
            id={`${id}action`}
            value={action}
            onChange={({ currentTarget }) => onChange({ ...wanted, action: staffActions.find((each) => each === currentTarget.value) ?? '' })}
          >
            <option value="">{words.allActions}</option>
            {staffActions.map((each) => (
              <option key={each} value={each}>
                {capitalized(staffDeeds[each])}
              </option>
            ))}
          </select>
        </div>
        <Days words={words} since={since} until={until} onChange={(days) => onChange({ ...wanted, ...days })} />
      </div>
    </div>
  )
}
