import type { FocusEventHandler, ReactNode } from 'react'
import { controls } from '#words/controls.ts'

/** What ties a control to its label, hint, error and form. */
interface Ties {
  id: string
  name: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  onBlur: FocusEventHandler | undefined
}

export interface FieldProps {
  /** The control's name, which is its id too. */
  name: string
  label: string
  hint?: string | undefined
  problem?: string | undefined
  need?: 'required' | 'optional'
  /** Called when the control loses the focus. */
  onLeave?: FocusEventHandler | undefined
}

/** Label, hint, error, control, in this order; `children` draws the control with its ties. */
export function Field({ children, ...field }: FieldProps & { children: (ties: Ties) => ReactNode }) {
  return (
    <div className={field.problem ? 'field bad' : 'field'}>
      <label htmlFor={field.name}>{labelText(field)}</label>
      <HintAndProblem {...field} />
      {children(tiesOf(field))}
    </div>
  )
}

interface ChoiceProps extends FieldProps {
  choices: readonly { value: string; label: string }[]
  chosen: string
}

/** A group of chips to choose one of: native radio buttons under a legend. */
export function ChipsField({ choices, chosen, ...field }: ChoiceProps) {
  const { 'aria-describedby': describedBy } = tiesOf(field)
  return (
    <fieldset className={field.problem ? 'field bad' : 'field'} aria-describedby={describedBy}>
      <legend>{labelText(field)}</legend>
      <HintAndProblem {...field} />
      <div className="chips">
        {choices.map(({ value, label }, index) => (
          <label key={value}>
            <input
              // The first one carries the field's id: a link to the field leads there.
              id={index === 0 ? field.name : undefined}
              type="radio"
              name={field.name}
              value={value}
              defaultChecked={value === chosen}
              onBlur={field.onLeave}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function labelText({ label, need }: FieldProps): ReactNode {
  if (need !== 'optional') return label
  return (
    <>
      {label} <span>{controls.optional}</span>
    </>
  )
}

function HintAndProblem({ name, hint, problem }: FieldProps) {
  return (
    <>
      {hint ? (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      ) : null}
      {problem ? (
        <p className="err" id={`${name}-problem`}>
          {problem}
        </p>
      ) : null}
    </>
  )
}

function tiesOf({ name, hint, problem, need, onLeave }: FieldProps): Ties {
  const descriptions = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean)
  return {
    id: name,
    name,
    'aria-describedby': descriptions.join(' ') || undefined,
    'aria-invalid': problem ? true : undefined,
    'aria-required': need === 'required' ? true : undefined,
    onBlur: onLeave,
  }
}
