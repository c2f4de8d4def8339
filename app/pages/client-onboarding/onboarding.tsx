import { onboardingNotices, onboardingPage } from '#words/onboarding.ts'
import type { OpenedForm, Opening } from '../../backend/opened-form.ts'
import type { Account } from '../../backend/session.ts'
import { AttemptNote } from './attempt-note.tsx'
import { type Draft, keepDraft } from './onboarding-draft.ts'
import { OnboardingForm } from './onboarding-form.tsx'
import { blankEntries } from './onboarding-problems.ts'
import { SentBefore } from './sent-before.tsx'
import { useOnboarding } from './use-onboarding.ts'
import { useOpenedForm } from './use-opened-form.ts'
import type { Sending } from '../../ui/use-sending.ts'

interface OnboardingProps {
  account: Account
  planName: string
  /** The enrollment that the address names. */
  enrollmentId: string | undefined
  sending: Sending
  /** Called when the form was to be sent and nobody is signed in any more. */
  onSignedOut: () => void
}

/** The form of one account, with what it left there before. */
export function Onboarding({ account, planName, enrollmentId, sending, onSignedOut }: OnboardingProps) {
  const { userId, email } = account
  const { key, opening, form, draft, answer, startForSomebodyElse } = useOpenedForm({ userId, planName, enrollmentId })
  return (
    <>
      <header className="page-head">
        <h1>{onboardingPage.heading}</h1>
        <p className="lead">
          {onboardingPage.plan}: <bdi>{planName}</bdi>. {onboardingPage.lead}
        </p>
        <SentBefore history={form.history} answer={answer} sending={sending.state} onAnother={startForSomebodyElse} />
        {draft?.from === 'the-tab' ? (
          <p className="notice" role="status">
            {onboardingNotices.restored}
          </p>
        ) : null}
      </header>
      <Filling key={key} {...{ email, opening, form, draft, sending, onSignedOut }} />
    </>
  )
}

interface FillingProps extends Pick<OnboardingProps, 'sending' | 'onSignedOut'> {
  email: string
  opening: Opening
  form: OpenedForm
  draft: Draft | undefined
}

/** One opened form, from its first field to its last attempt. */
function Filling({ email, opening, form, draft, sending, onSignedOut }: FillingProps) {
  const { attempt, send } = useOnboarding(opening, form, onSignedOut)
  return (
    <OnboardingForm
      entries={draft?.entries ?? { ...blankEntries, email }}
      note={<AttemptNote attempt={attempt} userId={opening.userId} />}
      sending={sending}
      keep={(entries) => keepDraft(opening, entries, Date.now())}
      send={send}
    />
  )
}
