import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { onboardingMessages as messages, onboardingPage, onboardingUnreachable } from '#words/onboarding.ts'
import { planNameFrom } from '../../../domain/enrollment.ts'
import { keepPayerOf } from '../../backend/payer.ts'
import { useSession } from '../../backend/use-session.ts'
import { paths } from '../../paths.ts'
import { Onboarding } from './onboarding.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PaidByAnother } from './paid-by-another.tsx'
import { ForSignedIn } from '../../session/for-signed-in.tsx'
import { useDeliberateSignOut } from '../../session/use-deliberate-sign-out.ts'
import { mustSignIn, useRedirectToSignIn } from '../../session/use-redirect-to-sign-in.ts'
import { useLinkFragment } from '../../ui/use-link-fragment.ts'
import { useSending } from '../../ui/use-sending.ts'

/** The onboarding form for signed-in visitors; all others are sent to sign in first (R-ONBOARDING-ACCESS). */
export function ClientOnboarding() {
  const { search } = useLocation()
  const session = useSession()
  const sending = useSending()
  const signedOut = useDeliberateSignOut()
  // First, so that it is followed by the redirect and not the other way round.
  useLinkFragment(keepPayerOf)
  const sendToSignIn = useRedirectToSignIn(signedOut)
  useEffect(() => {
    // If the session ends elsewhere meanwhile, a submission in flight reports its own result.
    if ((sending.state === 'idle' || signedOut === 'here') && mustSignIn(session)) sendToSignIn(messages.signInFirst)
  }, [sending.state, signedOut, session, sendToSignIn])

  return (
    <>
      <PageHead
        title={onboardingPage.title}
        description={onboardingPage.description}
        path={paths.clientOnboarding}
        robots="noindex"
      />
      <div className="wrap">
        <ForSignedIn session={session} words={{ unreachable: onboardingUnreachable, needsScript: onboardingPage.needsScript }}>
          {(account) => (
            <>
              <PaidByAnother account={account} />
              <Onboarding
                key={account.userId}
                account={account}
                {...readAddress(search)}
                sending={sending}
                onSignedOut={() => sendToSignIn(messages.signInAgain)}
              />
            </>
          )}
        </ForSignedIn>
      </div>
    </>
  )
}

/** The page's parameters (R-ONBOARDING-PARAMETERS). An id that is longer than a UUID is none, and is found to be so when the form is sent. */
function readAddress(search: string) {
  const parameters = new URLSearchParams(search)
  const enrollmentId = parameters.get('enrollment_id')?.trim().slice(0, 40)
  return { planName: planNameFrom(parameters.get('plan')), enrollmentId: enrollmentId || undefined }
}
