import { onboardingAttempts as words } from '../../../content/onboarding.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import type { Sent } from './onboarding-sent.ts'
import type { Attempt } from './use-onboarding.ts'

const text = {
  failed: words.failed,
  unanswered: words.unanswered,
  'sent-elsewhere': words.sentElsewhere,
}

/** Stays beside the button of the form after an attempt that did not go through: what is known, and the ways on. */
export function AttemptNote({ attempt, userId }: { attempt: Attempt; userId: string }) {
  return (
    // The region stands there before it says something, or it would not be read out.
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
