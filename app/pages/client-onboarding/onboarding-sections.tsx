import { type FocusEventHandler, type ReactNode, useId } from 'react'
import { onboardingSections as sections } from '#words/onboarding.ts'
import type { OnboardingField } from '../../../domain/enrollment-fields.ts'
import { OnboardingControl } from './onboarding-control.tsx'
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

/** The fields in their four sections (R-ONBOARDING). */
export function OnboardingSections({ entries, problems, latestBirth, sending, onLeave, consent, children }: SectionsProps) {
  const control = (name: OnboardingField) => (
    <OnboardingControl name={name} entry={entries[name]} problem={problems[name]} latestBirth={latestBirth} onLeave={onLeave} />
  )
  return (
    <>
      <Section {...sections.personal} sending={sending}>
        <div className="pair">
          {control('firstName')}
          {control('middleName')}
        </div>
        {control('lastName')}
        {control('dateOfBirth')}
        {control('ssnLastFour')}
      </Section>
      <Section {...sections.contact} sending={sending}>
        {control('email')}
        {control('phone')}
        {control('preferredContactMethod')}
        {consent}
      </Section>
      <Section {...sections.address} sending={sending}>
        {control('streetAddress')}
        {control('city')}
        <div className="pair">
          {control('state')}
          {control('zipCode')}
        </div>
      </Section>
      <Section {...sections.notes} sending={sending} after={children}>
        {control('notes')}
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
