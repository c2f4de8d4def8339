import { assessmentForm } from '../../content/assessment.ts'
import { Help } from './help.tsx'

interface ChipQuestionProps {
  name: string
  label: string
  hint: string | undefined
  /** In the tooltip. */
  help: string
  options: readonly { value: string; label: string }[]
  /** Empty while nothing is chosen. */
  chosen: string
  onChoose: (value: string) => void
}

/** A question with one answer: native radio buttons, drawn as chips. */
export function ChipQuestion({ name, label, hint, help, options, chosen, onChoose }: ChipQuestionProps) {
  return (
    <fieldset className="q">
      <legend>
        {label} {hint && <span className="hint">{hint}</span>}
      </legend>
      <Help label={assessmentForm.help(label)}>{help}</Help>
      <div className="chips">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === chosen}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
