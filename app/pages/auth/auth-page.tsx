import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { authMessages, authPage, authSteps } from '#words/auth.ts'
import keyPicture from '../../art/key.svg'
import { signInBackend } from '../../backend/sign-in-backend.ts'
import { type EmailLink, type LinkCode, takeEmailLink } from '../../backend/links/landing.ts'
import { rememberedReturn } from '../../backend/return-path.ts'
import { type Session, useSession } from '../../backend/use-session.ts'
import { outbound } from '../../links.ts'
import { paths } from '../../paths.ts'
import { wentWell } from './auth-form.tsx'
import { FactorStep, NewPasswordStep } from './auth-session-steps.tsx'
import { SignedOut } from './auth-signed-out.tsx'
import { OfflineNotice, UnsavedSessionNotice } from '../../session/connection-notices.tsx'
import { usePayer } from '../../session/use-payer.ts'
import { OutboundLink } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showLine } from '../../ui/toasts.tsx'
import { Unreachable } from '../../session/unreachable.tsx'

/**
 * Sign in and sign up (R-AUTH-PAGE). Served with its form, since most visitors are signed out; signed-in ones, also after
 * signing in here, go to the home page.
 */
export function Auth() {
  const session = useSession()
  const arrival = useArrival()
  const navigate = useNavigate()
  const isDone = session.state === 'signed-in' && arrival !== 'following'
  useEffect(() => {
    if (isDone) void navigate(paths.home, { replace: true })
  }, [isDone, navigate])

  return (
    <>
      <PageHead title={authPage.title} description={authPage.description} path={paths.auth} robots="noindex" />
      <div className="wrap">
        <div className="auth">
          <section className="card" aria-labelledby="welcome">
            <h1 id="welcome">{authPage.heading}</h1>
            <OfflineNotice />
            <UnsavedSessionNotice />
            <Unreachable state={arrival === 'following' ? 'checking' : session.state} className="notice">
              <p>{authSteps.unreachable.text}</p>
            </Unreachable>
            {session.state === 'signed-out' ? <WhySignIn /> : null}
            {arrival === 'following' ? <Spinner /> : <Steps session={session} arrival={arrival} />}
          </section>
          <aside>
            <img src={keyPicture} alt="" width="320" height="220" loading="lazy" />
            <h2>{authPage.aside.heading}</h2>
            <p className="lead">
              {authPage.aside.text}{' '}
              <OutboundLink to={outbound.portal}>{authPage.aside.portal}</OutboundLink>.
            </p>
          </aside>
        </div>
      </div>
    </>
  )
}

/** For whoever was sent here from the onboarding form. */
function WhySignIn() {
  const payer = usePayer()
  if (payer) return <p className="notice">{authPage.paid[payer.account]}</p>
  return rememberedReturn()?.to === 'onboarding' ? <p className="notice">{authPage.onboardingKept}</p> : null
}

/** What the card shows, which the session alone decides. What is typed while it is being checked stays. */
function Steps({ session, arrival }: { session: Session; arrival: 'plain' | 'elsewhere' }) {
  const [from, setFrom] = useState<'outside' | 'step'>('outside')
  const isStep = session.state === 'needs-code' || session.state === 'choosing-password'
  if (isStep && from === 'outside') setFrom('step')
  switch (session.state) {
    case 'needs-code':
      return <FactorStep {...session} />
    case 'choosing-password':
      return <NewPasswordStep email={session.account.email} />
    case 'signed-in':
      return <Spinner />
    default:
      return (
        <div className="signed-out" hidden={session.state === 'unreachable'}>
          <SignedOut arrival={arrival} from={from} />
        </div>
      )
  }
}

/** How the visitor came: by a link from an e-mail, which is followed first, or plainly, as the page is served. */
function useArrival(): 'plain' | 'following' | 'elsewhere' {
  const isServed = useSyncExternalStore(subscribeToNothing, () => false, () => true)
  const [link] = useState(takeEmailLink)
  const [arrival, setArrival] = useState(startOf(link))
  useEffect(() => {
    if (link?.kind === 'code') void follow(link).then(setArrival)
  }, [link])
  return isServed ? 'plain' : arrival
}

const subscribeToNothing = () => () => undefined

function startOf(link: EmailLink | undefined): 'plain' | 'following' | 'elsewhere' {
  if (!link) return 'plain'
  return link.kind === 'code' ? 'following' : 'elsewhere'
}

async function follow(link: LinkCode): Promise<'plain' | 'elsewhere'> {
  const answer = await signInBackend().followLink(link)
  if (answer.outcome === 'elsewhere') return 'elsewhere'
  if (wentWell(answer) && answer.outcome === 'confirmed') showLine(authMessages.confirmed, 'success')
  return 'plain'
}
