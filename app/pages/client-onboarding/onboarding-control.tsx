import type { ComponentProps, FocusEventHandler } from 'react'
import { contactMethodLabels, onboardingHints, onboardingLabels, onboardingPage } from '#words/onboarding.ts'
import { contactMethods, earliestDateOfBirth, states } from '../../../domain/enrollment.ts'
import { enrollmentFields, type OnboardingField } from '../../../domain/enrollment-fields.ts'
import { ChipsField, Field, type FieldProps } from '../../ui/field.tsx'

interface ControlProps {
  name: OnboardingField
  /** What it starts with. */
  entry: string
  problem: string | undefined
  /** The last date that the calendar offers, `YYYY-MM-DD`. */
  latestBirth: string
  /** Called when the control loses the focus. */
  onLeave?: FocusEventHandler
}

/** Names of people, streets and towns: for a phone's keyboard, and in whichever direction their script runs. */
const words = { autoCapitalize: 'words', dir: 'auto' } as const

/** The control of one field, with the rules' own limits, so that nobody can type too much. */
export function OnboardingControl({ name, entry, problem, latestBirth, onLeave }: ControlProps) {
  const { need, max } = enrollmentFields[name]
  const field: FieldProps = { name, label: onboardingLabels[name], problem, need, hint: onboardingHints[name], onLeave }
  switch (name) {
    case 'preferredContactMethod': {
      const choices = contactMethods.map((value) => ({ value, label: contactMethodLabels[value] }))
      return <ChipsField {...field} choices={choices} chosen={entry} />
    }
    case 'state':
      return (
        <Field {...field}>
          {(ties) => (
            <select className="w10" autoComplete="address-level1" defaultValue={entry} {...ties}>
              <option value="">{onboardingPage.selectState}</option>
              {states.map((state) => (
                <option key={state}>{state}</option>
              ))}
            </select>
          )}
        </Field>
      )
    case 'notes':
      return (
        <Field {...field}>
          {(ties) => <textarea rows={5} dir="auto" maxLength={max} defaultValue={entry} {...ties} />}
        </Field>
      )
    case 'dateOfBirth':
      return (
        <Field {...field}>
          {(ties) => (
            <input
              type="date"
              className="w20"
              autoComplete="bday"
              min={earliestDateOfBirth}
              max={latestBirth}
              defaultValue={entry}
              spellCheck={false}
              autoCapitalize="off"
              {...ties}
            />
          )}
        </Field>
      )
    default:
      return (
        <Field {...field}>
          {(ties) => (
            <input
              type="text"
              defaultValue={entry}
              maxLength={max}
              spellCheck={false}
              autoCapitalize="off"
              {...inputs[name]}
              {...ties}
            />
          )}
        </Field>
      )
  }
}

type TextField = Exclude<OnboardingField, 'preferredContactMethod' | 'state' | 'notes' | 'dateOfBirth'>

const inputs: Record<TextField, ComponentProps<'input'>> = {
  firstName: { ...words, autoComplete: 'given-name' },
  middleName: { ...words, autoComplete: 'additional-name' },
  lastName: { ...words, autoComplete: 'family-name' },
  // Never to be offered again by the browser's own memory of what was typed.
  ssnLastFour: { className: 'w4', inputMode: 'numeric', autoComplete: 'off' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', className: 'w20', autoComplete: 'tel' },
  // One line: `street-address` is for the whole address in several.
  streetAddress: { ...words, autoComplete: 'address-line1' },
  city: { ...words, autoComplete: 'address-level2' },
  // No numeric keyboard: on some phones it has no hyphen for ZIP+4.
  zipCode: { className: 'w10', autoComplete: 'postal-code' },
}
