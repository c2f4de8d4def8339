import { type ComponentProps, type FocusEventHandler, type ReactNode, useId } from 'react'
import {
  contactMethodLabels,
  onboardingHints,
  onboardingLabels,
  onboardingPage,
  onboardingSections as sections,
} from '../../content/onboarding.ts'
import { contactMethods, limits, type OnboardingField, states } from '../../domain/enrollment.ts'
import { ChipsField, Field, type FieldProps } from './field.tsx'
import type { OnboardingEntries, Problems } from './onboarding-problems.ts'

interface SectionsProps {
  entries: OnboardingEntries
  problems: Problems
  /** Told when a control loses the focus. */
  onLeave: FocusEventHandler
  /** Stands at the end of the last section. */
  children: ReactNode
}

type Need = 'required' | 'optional'

/** The thirteen fields in their four sections (§2). Limits are the rules' own, so that nobody can type too much. */
export function OnboardingSections({ entries, problems, onLeave, children }: SectionsProps) {
  const field = (name: OnboardingField, need: Need, hint?: string): FieldProps => ({
    name,
    label: onboardingLabels[name],
    problem: problems[name],
    need,
    hint,
    onLeave,
  })
  const text = (name: OnboardingField, need: Need, input: ComponentProps<'input'>, hint?: string) => (
    <Field {...field(name, need, hint)}>
      {(ties) => <input type="text" defaultValue={entries[name]} {...input} {...ties} />}
    </Field>
  )
  return (
    <>
      <Section {...sections.personal}>
        <div className="pair">
          {text('firstName', 'required', { autoComplete: 'given-name', maxLength: limits.firstName })}
          {text('middleName', 'optional', { autoComplete: 'additional-name', maxLength: limits.middleName })}
        </div>
        {text('lastName', 'required', { autoComplete: 'family-name', maxLength: limits.lastName })}
        {text('dateOfBirth', 'required', { type: 'date', className: 'w20', autoComplete: 'bday' })}
        {text(
          'ssnLastFour',
          'required',
          // Never to be offered again by the browser's own memory of what was typed.
          { className: 'w4', inputMode: 'numeric', maxLength: limits.ssnLastFour, autoComplete: 'off' },
          onboardingHints.ssnLastFour,
        )}
      </Section>
      <Section {...sections.contact}>
        {text('email', 'required', { type: 'email', autoComplete: 'email', maxLength: limits.email })}
        {text('phone', 'required', { type: 'tel', className: 'w20', autoComplete: 'tel', maxLength: limits.phone })}
        <ChipsField
          {...field('preferredContactMethod', 'required')}
          choices={contactMethods.map((value) => ({ value, label: contactMethodLabels[value] }))}
          chosen={entries.preferredContactMethod}
        />
      </Section>
      <Section {...sections.address}>
        {text('streetAddress', 'required', { autoComplete: 'street-address', maxLength: limits.streetAddress })}
        {text('city', 'required', { autoComplete: 'address-level2', maxLength: limits.city })}
        <div className="pair">
          <Field {...field('state', 'required')}>
            {(ties) => (
              <select className="w10" autoComplete="address-level1" defaultValue={entries.state} {...ties}>
                <option value="">{onboardingPage.selectState}</option>
                {states.map((state) => (
                  <option key={state}>{state}</option>
                ))}
              </select>
            )}
          </Field>
          {text('zipCode', 'required', {
            className: 'w10',
            // No numeric keyboard: on some phones it has no hyphen for ZIP+4.
            autoComplete: 'postal-code',
            maxLength: limits.zipCode,
          })}
        </div>
      </Section>
      <Section {...sections.notes}>
        <Field {...field('notes', 'optional', onboardingHints.notes(limits.notes))}>
          {(ties) => <textarea rows={5} maxLength={limits.notes} defaultValue={entries.notes} {...ties} />}
        </Field>
        {children}
      </Section>
    </>
  )
}

interface SectionProps {
  heading: string
  hint: string | undefined
  children: ReactNode
}

function Section({ heading, hint, children }: SectionProps) {
  const id = useId()
  return (
    <fieldset className="group" aria-labelledby={id}>
      <header>
        <h2 id={id}>{heading}</h2>
        {hint ? <p className="fine">{hint}</p> : null}
      </header>
      <div className="form">{children}</div>
    </fieldset>
  )
}
