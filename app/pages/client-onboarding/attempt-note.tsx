import { onboardingAttempts as words } from '#words/onboarding.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import type { Sent } from './onboarding-sent.ts'
import type { Attempt } from './use-onboarding.ts'

const text = {
  failed: words.failed,
  'not-yours': words.notYours,
  unanswered: words.unanswered,
  'sent-elsewhere': words.sentElsewhere,
}

/** Stands beside the form's button after an attempt that did not go through: what is known, and what to do next. */
export function AttemptNote({ attempt, userId }: { attempt: Attempt; userId: string }) {
  return (
    // Rendered while empty, too: screen readers announce only what changes in a live region.
    <div role="status" className="attempt">
      {attempt === 'none' ? null : (
        <div className="notice">
          <p>{text[attempt]}</p>
          {attempt === 'sent-elsewhere' ? <WaysOn userId={userId} /> : null}
        </div>
      )}
    </div>
  )
}

function WaysOn({ userId }: { userId: string }) {
  const state: Sent = { userId, sent: 'saved' }
  return (
    <p className="ways">
      <Link className="btn small" to={paths.onboardingSuccess} state={state}>
        {words.seeConfirmation}
      </Link>
      <button className="btn quiet small">{words.sendAgain}</button>
    </p>
  )
}
