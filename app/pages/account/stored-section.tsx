import { useId, useState } from 'react'
import { storedWords as words } from '#words/account.ts'
import { longDate } from '#words/format.ts'
import { contactMethodLabels, onboardingLabels } from '#words/onboarding.ts'
import { receiptWords } from '#words/onboarding-success.ts'
import type { OwnEnrollment } from '../../backend/own-account.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { Correction } from './correction.tsx'
import { Section } from './section.tsx'

interface StoredSectionProps {
  enrollments: OwnEnrollment[]
  reread: () => Promise<void>
}

/** What is stored of each form, masked, with what has become of it. */
export function StoredSection({ enrollments, reread }: StoredSectionProps) {
  const [corrected, setCorrected] = useState<string>()
  return (
    <Section heading={words.heading} hint={words.hint}>
      {enrollments.length === 0 ? (
        <>
          <p>{words.none}</p>
          <Link className="btn quiet small" to={paths.clientOnboarding}>
            {words.begin}
          </Link>
        </>
      ) : null}
      {enrollments.map((enrollment) => (
        <Stored
          key={enrollment.id}
          enrollment={enrollment}
          correction={corrected === enrollment.id ? 'open' : 'closed'}
          onCorrection={(change) => setCorrected(change === 'open' ? enrollment.id : undefined)}
          reread={reread}
        />
      ))}
    </Section>
  )
}

interface StoredProps {
  enrollment: OwnEnrollment
  correction: 'open' | 'closed'
  onCorrection: (change: 'open' | 'closed') => void
  reread: () => Promise<void>
}

function Stored({ enrollment, correction, onCorrection, reread }: StoredProps) {
  const id = useId()
  const { plan, progress, progress_at: at } = enrollment
  const form = `${paths.clientOnboarding}?${new URLSearchParams({ enrollment_id: enrollment.id, plan: plan ?? '' }).toString()}`
  return (
    <article className="kept" aria-labelledby={id}>
      <h3 id={id}>
        <bdi>{plan}</bdi>
      </h3>
      <p>
        {words.progress[progress]} {at ? words.asOf(dateOf(at)) : null}
      </p>
      <dl className="rows">
        {linesOf(enrollment).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      {progress === 'prepared' ? (
        <Link className="btn quiet small" to={form}>
          {words.begin}
        </Link>
      ) : (
        <Correction enrollment={enrollment} form={form} state={correction} onState={onCorrection} reread={reread} />
      )}
    </article>
  )
}

const dateOf = (time: string) => longDate(new Date(time))

function linesOf(enrollment: OwnEnrollment): [label: string, text: string][] {
  const { saved_at: saved, changed_at: changed, name, email, phone, street, place, progress } = enrollment
  const { contact_method: method, notes_length: length, details_purged_at: purged } = enrollment
  const details = purged ? words.deleted(dateOf(purged)) : progress === 'prepared' ? words.missing : words.encrypted
  const lines: [string, string | null][] = [
    [receiptWords.sentAt, dateOf(saved)],
    [words.changed, dateOf(changed) === dateOf(saved) ? null : dateOf(changed)],
    [words.name, name],
    [onboardingLabels.email, email],
    [onboardingLabels.phone, phone],
    [onboardingLabels.preferredContactMethod, method && contactMethodLabels[method]],
    [words.address, [street, place].filter((part) => part !== null).join(', ')],
    [onboardingLabels.notes, length === null ? null : words.noteLength(length)],
    [words.details, details],
  ]
  return lines.flatMap(([label, text]) => (text ? [[label, text]] : []))
}
