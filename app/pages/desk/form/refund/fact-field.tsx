import { refundWords as words } from '#words/desk/refund.ts'
import { longDateOf } from '#words/format.ts'
import { lettersExpected, refundQuestions } from '#words/refunds.ts'
import { lettersExpectedBy } from '../../../../../domain/refunds/refund-quote.ts'
import type { RefundFact, RefundRequest } from '../../../../../domain/refunds/refund-request.ts'
import { ChipsField, Field } from '../../../../ui/field.tsx'
import { fields, type Problems } from './read-answers.ts'
import { DayField } from './request-fields.tsx'

interface FactFieldProps {
  fact: RefundFact
  about: RefundRequest
  problems: Problems
}

/** A question that only a person can answer. */
export function FactField({ fact, problems, about: { paidOn, service } }: FactFieldProps) {
  const name = fields.of(fact)
  const question = { name, label: refundQuestions[fact], problem: problems[name] }
  switch (fact) {
    case 'workBegun':
    case 'consultationDone':
    case 'sessionHeld': {
      const isAboutLetters = fact === 'workBegun' && service !== 'complex'
      return <ChipsField {...question} hint={isAboutLetters ? lettersExpected(longDateOf(lettersExpectedBy(paidOn))) : undefined} choices={yesOrNo} chosen="" />
    }
    case 'rounds':
      return (
        <fieldset className="field">
          <legend>{question.label}</legend>
          <div className="two">
            <NumberField name={name} label={words.roundsDone} problem={problems[name]} />
            <NumberField name={fields.planned} label={words.roundsPlanned} problem={problems[fields.planned]} />
          </div>
        </fieldset>
      )
    case 'itemsRemoved':
      return <NumberField {...question} />
    case 'workCompletedCents':
      return (
        <Field {...question} hint={words.part}>
          {(ties) => <input {...ties} autoComplete="off" />}
        </Field>
      )
    default:
      return (
        <fieldset className="field">
          <legend>{question.label}</legend>
          <DayField name={name} label={words.day} problems={problems} />
          <label className="tick">
            <input type="checkbox" name={fields.notYet(fact)} /> {words.notYet}
          </label>
        </fieldset>
      )
  }
}

const yesOrNo = [
  { value: 'yes', label: words.yes },
  { value: 'no', label: words.no },
]

function NumberField({ name, label, problem }: { name: string; label: string; problem: string | undefined }) {
  return (
    <Field name={name} label={label} problem={problem}>
      {(ties) => <input {...ties} inputMode="numeric" autoComplete="off" maxLength={6} />}
    </Field>
  )
}
