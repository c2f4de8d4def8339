import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onboardingMessages as messages, onboardingPage, onboardingUnreachable } from '#words/onboarding.ts'
import { planNameFrom } from '../../../domain/enrollment.ts'
import { rememberOnboarding } from '../../backend/return-path.ts'
import { type Session, useSession } from '../../backend/use-session.ts'
import { paths } from '../../paths.ts'
import { Onboarding } from './onboarding.tsx'
import { NeedsScript } from '../../ui/needs-script.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SignedInAs } from '../../session/signed-in-as.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showNotice } from '../../ui/toasts.tsx'
import { Unreachable } from '../../session/unreachable.tsx'
import { useDeliberateSignOut } from '../../session/use-deliberate-sign-out.ts'
import { useSending } from '../../ui/use-sending.ts'
import { UnsavedSessionNotice } from '../../session/connection-notices.tsx'

type Notice = { title: string; message: string }

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

const mustSignIn = ({ state }: Session) =>
  state === 'signed-out' || state === 'needs-code' || state === 'choosing-password'

/** The page's parameters (R-ONBOARDING-PARAMETERS). An id that is longer than a UUID is none, and is found to be so when the form is sent. */
function readAddress(search: string) {
  const parameters = new URLSearchParams(search)
  const enrollmentId = parameters.get('enrollment_id')?.trim().slice(0, 40)
  return { planName: planNameFrom(parameters.get('plan')), enrollmentId: enrollmentId || undefined }
}

/**
 * Redirects to /auth, with a notice why, once, unless the visitor has signed out in this tab. The way back is stored for the
 * tab unless anybody has signed out deliberately.
 */
function useRedirectToSignIn(signedOut: ReturnType<typeof useDeliberateSignOut>) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const wasNotified = useRef(false)
  return useCallback(
    (notice: Notice) => {
      if (signedOut === 'no') rememberOnboarding(pathname + search)
      if (signedOut !== 'here' && !wasNotified.current) showNotice({ ...notice, tone: 'error' })
      wasNotified.current = true
      void navigate(paths.auth, { replace: true })
    },
    [signedOut, pathname, search, navigate],
  )
}
