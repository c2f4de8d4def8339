import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onboardingMessages as messages, onboardingPage } from '../../content/onboarding.ts'
import { type OnboardingValues, planNameFrom } from '../../domain/enrollment.ts'
import type { Account } from '../backend/accounts.ts'
import { backend } from '../backend/backend.ts'
import { forgetOnboarding, rememberOnboarding } from '../backend/return-path.ts'
import { submitOnboarding } from '../backend/submit-onboarding.ts'
import { useSession } from '../backend/use-session.ts'
import { paths } from '../paths.ts'
import { OnboardingForm } from '../ui/onboarding-form.tsx'
import { draftOf, keepDraft, rememberSaved, savedIdOf } from '../ui/onboarding-memory.ts'
import { blankEntries } from '../ui/onboarding-problems.ts'
import { PageHead } from '../ui/page-head.tsx'
import { SignedInAs } from '../ui/signed-in-as.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showNotice } from '../ui/toasts.tsx'

type Notice = { title: string; message: string }

/** The onboarding form for whoever is signed in; everybody else is sent to sign in first (§4). */
export function ClientOnboarding() {
  const session = useSession()
  const { sendToSignIn, leaveQuietly } = useWayToSignIn()
  useEffect(() => {
    if (session.state === 'signed-out') sendToSignIn(messages.signInFirst)
  }, [session.state, sendToSignIn])

  return (
    <>
      <PageHead
        title={onboardingPage.title}
        description={onboardingPage.description}
        path={paths.clientOnboarding}
        robots="noindex"
      />
      <div className="wrap">
        {session.state === 'signed-in' ? (
          <>
            <SignedInAs account={session.account} onSignOut={leaveQuietly} />
            <Onboarding
              key={session.account.userId}
              account={session.account}
              onSignedOut={() => sendToSignIn(messages.signInAgain)}
            />
          </>
        ) : (
          <>
            <Spinner />
            <noscript>
              <p>{onboardingPage.needsScript}</p>
            </noscript>
          </>
        )}
      </div>
    </>
  )
}

/** The way to /auth: taken once, the way back remembered for the tab, with a word why unless the visitor asked for it. */
function useWayToSignIn() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const told = useRef(false)
  const leaveQuietly = useCallback(() => {
    told.current = true
  }, [])
  const sendToSignIn = useCallback(
    (notice: Notice) => {
      rememberOnboarding(pathname + search)
      if (!told.current) showNotice({ ...notice, tone: 'error' })
      told.current = true
      void navigate(paths.auth, { replace: true })
    },
    [pathname, search, navigate],
  )
  return { sendToSignIn, leaveQuietly }
}

/** The form and what follows from sending it (§8). */
function Onboarding({ account, onSignedOut }: { account: Account; onSignedOut: () => void }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { userId } = account
  const parameters = new URLSearchParams(search)
  const planName = planNameFrom(parameters.get('plan'))

  async function send(values: OnboardingValues) {
    const enrollmentId = savedIdOf(userId, search) ?? (parameters.get('enrollment_id') || undefined)
    const submitted = await submitOnboarding({ values, planName, enrollmentId }, backend())
    if (submitted.outcome === 'signed-out') {
      keepDraft(userId, values)
      return onSignedOut()
    }
    if (submitted.outcome === 'failed') {
      return showNotice({ title: messages.saveFailedTitle, message: submitted.message, tone: 'error' })
    }
    rememberSaved(userId, search, submitted.id)
    forgetOnboarding()
    if (submitted.delivery === 'failed') showNotice(messages.notDelivered)
    showNotice({ ...messages.submitted, tone: 'success' })
    await navigate(paths.onboardingSuccess, { replace: true })
  }

  return (
    <>
      <header className="page-head">
        <h1>{onboardingPage.heading}</h1>
        <p className="lead">
          {onboardingPage.plan}: {planName}. {onboardingPage.lead}
        </p>
      </header>
      <OnboardingForm entries={draftOf(userId) ?? { ...blankEntries, email: account.email }} send={send} />
    </>
  )
}
