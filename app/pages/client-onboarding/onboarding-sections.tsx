import { type ComponentProps, type FocusEventHandler, type ReactNode, useId } from 'react'
import {
  contactMethodLabels,
  onboardingHints,
  onboardingLabels,
  onboardingPage,
  onboardingSections as sections,
} from '#words/onboarding.ts'
import { contactMethods, earliestDateOfBirth, states } from '../../../domain/enrollment.ts'
import { enrollmentFields, type OnboardingField } from '../../../domain/enrollment-fields.ts'
import { ChipsField, Field, type FieldProps } from '../../ui/field.tsx'
import type { OnboardingEntries, Problems } from './onboarding-problems.ts'
import type { Sending } from '../../ui/use-sending.ts'

interface SectionsProps {
  entries: OnboardingEntries
  problems: Problems
  /** The last date that the calendar offers, `YYYY-MM-DD`. */
  latestBirth: string
  /** While it is being sent nothing can be typed: it would be in no row and in no draft. */
  sending: Sending['state']
  /** Called when a control loses the focus. */
  onLeave: FocusEventHandler
  /** Stands below the preferred contact method. */
  consent: ReactNode
  /** Stands at the end of the last section. */
  children: ReactNode
}

type TextField = Exclude<OnboardingField, 'preferredContactMethod' | 'state'>

/** Names of people, streets and towns: for a phone's keyboard, and in whichever direction their script runs. */
const words = { autoCapitalize: 'words', dir: 'auto' } as const

/** The fields in their four sections (R-ONBOARDING). Limits are the rules' own, so that nobody can type too much. */
export function OnboardingSections({ entries, problems, latestBirth, sending, onLeave, consent, children }: SectionsProps) {
  const field = (name: OnboardingField): FieldProps => ({
    name,
    label: onboardingLabels[name],
    problem: problems[name],
    need: enrollmentFields[name].need,
    hint: onboardingHints[name],
    onLeave,
  })
  const text = (name: TextField, input: ComponentProps<'input'>) => (
    <Field {...field(name)}>
      {(ties) => (
        <input
          type="text"
          defaultValue={entries[name]}
          maxLength={name === 'dateOfBirth' ? undefined : enrollmentFields[name].max}
          spellCheck={false}
          autoCapitalize="off"
          {...input}
          {...ties}
        />
      )}
    </Field>
  )
  return (
    <>
      <Section {...sections.personal} sending={sending}>
        <div className="pair">
          {text('firstName', { ...words, autoComplete: 'given-name' })}
          {text('middleName', { ...words, autoComplete: 'additional-name' })}
        </div>
        {text('lastName', { ...words, autoComplete: 'family-name' })}
        {text('dateOfBirth', {
          type: 'date',
          className: 'w20',
          autoComplete: 'bday',
          min: earliestDateOfBirth,
          max: latestBirth,
        })}
        {/* Never to be offered again by the browser's own memory of what was typed. */}
        {text('ssnLastFour', { className: 'w4', inputMode: 'numeric', autoComplete: 'off' })}
      </Section>
      <Section {...sections.contact} sending={sending}>
        {text('email', { type: 'email', autoComplete: 'email' })}
        {text('phone', { type: 'tel', className: 'w20', autoComplete: 'tel' })}
        <ChipsField
          {...field('preferredContactMethod')}
          choices={contactMethods.map((value) => ({ value, label: contactMethodLabels[value] }))}
          chosen={entries.preferredContactMethod}
        />
        {consent}
      </Section>
      <Section {...sections.address} sending={sending}>
        {/* One line: `street-address` is for the whole address in several. */}
        {text('streetAddress', { ...words, autoComplete: 'address-line1' })}
        {text('city', { ...words, autoComplete: 'address-level2' })}
        <div className="pair">
          <Field {...field('state')}>
            {(ties) => (
              <select className="w10" autoComplete="address-level1" defaultValue={entries.state} {...ties}>
                <option value="">{onboardingPage.selectState}</option>
                {states.map((state) => (
                  <option key={state}>{state}</option>
                ))}
              </select>
            )}
          </Field>
          {/* No numeric keyboard: on some phones it has no hyphen for ZIP+4. */}
          {text('zipCode', { className: 'w10', autoComplete: 'postal-code' })}
        </div>
      </Section>
      <Section {...sections.notes} sending={sending} after={children}>
        <Field {...field('notes')}>
          {(ties) => <textarea rows={5} dir="auto" maxLength={enrollmentFields.notes.max} defaultValue={entries.notes} {...ties} />}
        </Field>
      </Section>
    </>
  )
}

interface SectionProps {
  heading: string
  hint: string | undefined
  sending: Sending['state']
  /** Stands below the fields, and can be used while they keep still. */
  after?: ReactNode
  children: ReactNode
}

function Section({ heading, hint, sending, after, children }: SectionProps) {
  const id = useId()
  return (
    <fieldset className="group" aria-labelledby={id}>
      <header>
        <h2 id={id}>{heading}</h2>
        {hint ? <p className="fine">{hint}</p> : null}
      </header>
      <div className="form">
        <div className="fields" inert={sending === 'sending'}>
          {children}
        </div>
        {after}
      </div>
    </fieldset>
  )
}
