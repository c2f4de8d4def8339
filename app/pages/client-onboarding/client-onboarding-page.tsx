import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { onboardingMessages as messages, onboardingPage, onboardingUnreachable } from '#words/onboarding.ts'
import { planNameFrom } from '../../../domain/enrollment.ts'
import { useSession } from '../../backend/use-session.ts'
import { paths } from '../../paths.ts'
import { Onboarding } from './onboarding.tsx'
import { NeedsScript } from '../../ui/needs-script.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SignedInAs } from '../../session/signed-in-as.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Unreachable } from '../../session/unreachable.tsx'
import { useDeliberateSignOut } from '../../session/use-deliberate-sign-out.ts'
import { mustSignIn, useRedirectToSignIn } from '../../session/use-redirect-to-sign-in.ts'
import { useSending } from '../../ui/use-sending.ts'
import { UnsavedSessionNotice } from '../../session/connection-notices.tsx'

/** The onboarding form for signed-in visitors; all others are sent to sign in first (R-ONBOARDING-ACCESS). */
export function ClientOnboarding() {
  const { search } = useLocation()
  const session = useSession()
  const sending = useSending()
  const signedOut = useDeliberateSignOut()
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
        {session.state === 'signed-in' ? <SignedInAs account={session.account} /> : null}
        <UnsavedSessionNotice />
        <Unreachable state={session.state} className="unreachable">
          <h1>{onboardingUnreachable.heading}</h1>
          <p className="lead">{onboardingUnreachable.text}</p>
        </Unreachable>
        {session.state === 'signed-in' ? (
          <Onboarding
            key={session.account.userId}
            account={session.account}
            {...readAddress(search)}
            sending={sending}
            onSignedOut={() => sendToSignIn(messages.signInAgain)}
          />
        ) : null}
        {session.state === 'signed-in' || session.state === 'unreachable' ? null : <Waiting />}
      </div>
    </>
  )
}

function Waiting() {
  return (
    <>
      <Spinner />
      <NeedsScript reason={onboardingPage.needsScript} />
    </>
  )
}

/** The page's parameters (R-ONBOARDING-PARAMETERS). An id that is longer than a UUID is none, and is found to be so when the form is sent. */
function readAddress(search: string) {
  const parameters = new URLSearchParams(search)
  const enrollmentId = parameters.get('enrollment_id')?.trim().slice(0, 40)
  return { planName: planNameFrom(parameters.get('plan')), enrollmentId: enrollmentId || undefined }
}
