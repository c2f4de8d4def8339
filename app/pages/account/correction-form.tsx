import { type SubmitEvent, useState } from 'react'
import { accountPage, correctionWords as words } from '#words/account.ts'
import { correctedColumns, type CorrectedColumns, type Correction, correctionNames, corrections } from '../../../domain/correction.ts'
import type { OwnEnrollment } from '../../backend/own-account.ts'
import { Link } from '../../ui/link.tsx'
import { useSending } from '../../ui/use-sending.ts'
import { today, yesterday } from '../client-onboarding/local-date.ts'
import { OnboardingControl } from '../client-onboarding/onboarding-control.tsx'
import { blankEntries, checkFields, type Problems, readEntries } from '../client-onboarding/onboarding-problems.ts'

export interface CorrectionFormProps {
  enrollment: OwnEnrollment
  /** Where the whole form can be filled in again. */
  form: string
  save: (columns: CorrectedColumns) => Promise<void>
  onCancel: () => void
}

/** What is wrong is chosen, and its new value typed (R-ACCOUNT-CORRECTION). */
export function CorrectionForm({ enrollment, form, save, onCancel }: CorrectionFormProps) {
  const [wrong, setWrong] = useState<Correction>()
  return (
    <div className="form">
      <div className="field">
        <label htmlFor="correction">{words.label}</label>
        <select
          id="correction"
          className="w20"
          value={wrong ?? ''}
          onChange={({ currentTarget }) => setWrong(correctionNames.find((name) => name === currentTarget.value))}
        >
          <option value="">{words.choose}</option>
          {namesFor(enrollment).map((name) => (
            <option key={name} value={name}>
              {words.names[name]}
            </option>
          ))}
        </select>
      </div>
      {wrong ? <NewValue key={wrong} correction={wrong} save={save} onCancel={onCancel} /> : null}
      <Link className="more" to={form}>
        {words.whole}
      </Link>
    </div>
  )
}

/** What was deleted is not asked for again. */
const namesFor = ({ details_purged_at: purged }: OwnEnrollment): Correction[] =>
  correctionNames.filter((name) => !purged || name !== 'details')

/** R-CONSENT-SMS. */
const endsTexting = new Set<Correction>(['phone', 'preferredContactMethod'])

type NewValueProps = Pick<CorrectionFormProps, 'save' | 'onCancel'> & { correction: Correction }

function NewValue({ correction, save, onCancel }: NewValueProps) {
  const [problems, setProblems] = useState<Problems>({})
  const sending = useSending()
  const fields = corrections[correction]

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.state === 'sending') return
    const checked = checkFields(fields, readEntries(event.currentTarget), today())
    if (checked.outcome === 'valid') {
      setProblems({})
      return sending.start(() => save(correctedColumns(correction, checked.values)))
    }
    setProblems(checked.problems)
    const first = fields.find((field) => checked.problems[field])
    if (first) document.getElementById(first)?.focus()
  }

  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      <p className="fine">{words.text}</p>
      {endsTexting.has(correction) ? <p className="fine">{words.texting}</p> : null}
      <div className="form" inert={sending.state === 'sending'}>
        {fields.map((field) => (
          <OnboardingControl
            key={field}
            name={field}
            // Nothing is chosen beforehand: it is not known what stands there.
            entry={field === 'preferredContactMethod' ? '' : blankEntries[field]}
            problem={problems[field]}
            latestBirth={yesterday()}
          />
        ))}
      </div>
      <div className="actions">
        <button className="btn small" aria-disabled={sending.state === 'sending' || undefined}>
          {sending.state === 'sending' ? words.busy : words.submit}
        </button>
        <button type="button" className="btn quiet small" onClick={onCancel}>
          {accountPage.cancel}
        </button>
      </div>
    </form>
  )
}
