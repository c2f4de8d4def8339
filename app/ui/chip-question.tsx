import { assessmentForm } from '#words/assessment.ts'
import { Help } from './help.tsx'

interface ChipsProps {
  name: string
  options: readonly { value: string; label: string }[]
  /** Empty while nothing is chosen. */
  chosen: string
  onChoose: (value: string) => void
}

interface ChipQuestionProps extends ChipsProps {
  label: string
  hint?: string | undefined
  /** In the tooltip. */
  help: string
}

/** A question with one answer, and its help. */
export function ChipQuestion({ label, hint, help, ...chips }: ChipQuestionProps) {
  const { name: id } = chips
  return (
    // Not a fieldset: in WebKit its legend cannot stand in one row with the help button.
    <div className="q" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        {`${label} `}
        {hint && <span>{hint}</span>}
      </span>
      <Help id={`${id}-help`} label={assessmentForm.help(label)}>
        {help}
      </Help>
      <Chips {...chips} />
    </div>
  )
}

/** Native radio buttons, drawn as chips. */
export function Chips({ name, options, chosen, onChoose }: ChipsProps) {
  return (
    <div className="chips">
      {options.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}
