import { assessmentForm, assessmentQuestions, optionLabel } from '#words/assessment.ts'
import {
  type AssessmentChoice,
  type AssessmentField,
  type AssessmentInputs,
  assessmentTable,
  maxNegativeAccounts,
  type YesOrNoField,
} from '../../../domain/assessment.ts'
import { ChipQuestion } from '../../ui/chip-question.tsx'
import { Counter } from './counter.tsx'
import { Help } from '../../ui/help.tsx'

interface AssessmentQuestionsProps {
  inputs: AssessmentInputs
  onChange: (field: AssessmentField, value: string | number | boolean) => void
}

/** The inputs (R-ASSESSMENT-INPUTS). Each control has the name of its field. */
export function AssessmentQuestions({ inputs, onChange }: AssessmentQuestionsProps) {
  const choice = (field: AssessmentChoice) => (
    <ChipQuestion
      name={field}
      {...assessmentQuestions[field]}
      options={assessmentTable[field].options.map((value) => ({ value, label: optionLabel(value) }))}
      chosen={inputs[field]}
      onChoose={(value) => onChange(field, value)}
    />
  )
  const check = (field: YesOrNoField) => (
    <Check field={field} checked={inputs[field]} onCheck={(checked) => onChange(field, checked)} />
  )
  return (
    <>
      {choice('latePayments')}
      {choice('derogatories')}
      <NegativeAccounts count={inputs.negativeAccounts} onCount={(count) => onChange('negativeAccounts', count)} />
      {choice('utilization')}
      {choice('hardInquiries')}
      {choice('accountAge')}
      {choice('judgments')}
      <div className="q" role="group" aria-labelledby="also-true">
        <span className="label" id="also-true">
          {assessmentForm.alsoTrue}
        </span>
        <div className="checks">
          {check('bankruptcy')}
          {check('hasMonitoring')}
        </div>
      </div>
    </>
  )
}

function NegativeAccounts({ count, onCount }: { count: number; onCount: (count: number) => void }) {
  const id: AssessmentField = 'negativeAccounts'
  const { label, hint, help } = assessmentQuestions.negativeAccounts
  return (
    <div className="q">
      <label className="label" htmlFor={id}>
        {`${label} `}
        <span>{hint}</span>
      </label>
      <Help id={`${id}-help`} label={assessmentForm.help(label)}>
        {help}
      </Help>
      <Counter
        id={id}
        name={id}
        count={count}
        most={maxNegativeAccounts}
        oneLess={assessmentForm.oneLess}
        oneMore={assessmentForm.oneMore}
        onCount={onCount}
      />
    </div>
  )
}

interface CheckProps {
  field: YesOrNoField
  checked: boolean
  onCheck: (checked: boolean) => void
}

function Check({ field, checked, onCheck }: CheckProps) {
  const { label, help } = assessmentQuestions[field]
  return (
    <div>
      <label className="check">
        <input type="checkbox" name={field} checked={checked} onChange={(event) => onCheck(event.target.checked)} />
        {label}
      </label>
      <Help id={`${field}-help`} label={assessmentForm.help(label)}>
        {help}
      </Help>
    </div>
  )
}
