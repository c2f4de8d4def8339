import { type ComponentProps, type FocusEventHandler, type ReactNode, useId } from 'react'
import {
  contactMethodLabels,
  onboardingHints,
  onboardingLabels,
  onboardingPage,
  onboardingSections as sections,
} from '../../../content/onboarding.ts'
import { contactMethods, earliestDateOfBirth, limits, type OnboardingField, states } from '../../../domain/enrollment.ts'
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
  /** Stands at the end of the last section. */
  children: ReactNode
}

type Need = 'required' | 'optional'
type TextField = Exclude<OnboardingField, 'preferredContactMethod' | 'state'>

/** Names of people, streets and towns: for a phone's keyboard, and in whichever direction their script runs. */
const words = { autoCapitalize: 'words', dir: 'auto' } as const

/** The thirteen fields in their four sections (R-ONBOARDING). Limits are the rules' own, so that nobody can type too much. */
export function OnboardingSections({ entries, problems, latestBirth, sending, onLeave, children }: SectionsProps) {
  const field = (name: OnboardingField, need: Need, hint?: string): FieldProps => ({
    name,
    label: onboardingLabels[name],
    problem: problems[name],
    need,
    hint,
    onLeave,
  })
  const text = (name: TextField, need: Need, input: ComponentProps<'input'>, hint?: string) => (
    <Field {...field(name, need, hint)}>
      {(ties) => (
        <input
          type="text"
          defaultValue={entries[name]}
          maxLength={name === 'dateOfBirth' ? undefined : limits[name]}
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
          {text('firstName', 'required', { ...words, autoComplete: 'given-name' })}
          {text('middleName', 'optional', { ...words, autoComplete: 'additional-name' })}
        </div>
        {text('lastName', 'required', { ...words, autoComplete: 'family-name' })}
        {text('dateOfBirth', 'required', {
          type: 'date',
          className: 'w20',
          autoComplete: 'bday',
          min: earliestDateOfBirth,
          max: latestBirth,
        })}
        {text(
          'ssnLastFour',
          'required',
          // Never to be offered again by the browser's own memory of what was typed.
          { className: 'w4', inputMode: 'numeric', autoComplete: 'off' },
          onboardingHints.ssnLastFour,
        )}
      </Section>
      <Section {...sections.contact} sending={sending}>
        {text('email', 'required', { type: 'email', autoComplete: 'email' })}
        {text('phone', 'required', { type: 'tel', className: 'w20', autoComplete: 'tel' }, onboardingHints.phone)}
        <ChipsField
          {...field('preferredContactMethod', 'required')}
          choices={contactMethods.map((value) => ({ value, label: contactMethodLabels[value] }))}
          chosen={entries.preferredContactMethod}
        />
      </Section>
      <Section {...sections.address} sending={sending}>
        {text(
          'streetAddress',
          'required',
          // One line: `street-address` is for the whole address in several.
          { ...words, autoComplete: 'address-line1' },
          onboardingHints.streetAddress,
        )}
        {text('city', 'required', { ...words, autoComplete: 'address-level2' })}
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
          {/* No numeric keyboard: on some phones it has no hyphen for ZIP+4. */}
          {text('zipCode', 'required', { className: 'w10', autoComplete: 'postal-code' })}
        </div>
      </Section>
      <Section {...sections.notes} sending={sending} after={children}>
        <Field {...field('notes', 'optional', onboardingHints.notes(limits.notes))}>
          {(ties) => <textarea rows={5} dir="auto" maxLength={limits.notes} defaultValue={entries.notes} {...ties} />}
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
