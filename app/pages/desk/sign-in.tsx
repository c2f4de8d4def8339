import { useEffect, useRef, useState } from 'react'
import { deskGate } from '#words/desk/frame.ts'
import type { Session } from '../../backend/use-session.ts'
import { paths } from '../../paths.ts'
import { UnsavedSessionNotice } from '../../session/connection-notices.tsx'
import { dismissFaults, Toasts } from '../../ui/toasts.tsx'
import { useAttempts } from '../auth/auth-form.tsx'
import { FactorStep } from '../auth/auth-session-steps.tsx'
import { CredentialsForm } from '../auth/credentials-form.tsx'

/** Why the desk was closed to somebody who was let in. */
export type Closing = 'idle' | 'signed-out'

interface SignInProps {
  session: Session
  why: 'arrival' | Closing
}

/** Where accounts are made and passwords are chosen anew: a page of the site, in a document of its own. */
export const accountAddress = import.meta.env.BASE_URL + paths.auth.slice(1)

/**
 * The site's own sign-in in place of the desk, whose address stays, so that one goes on where one was. Its words tell nothing of
 * the desk.
 */
export function SignIn({ session, why }: SignInProps) {
  const words = why === 'arrival' ? deskGate.signIn : deskGate.closed[why]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (why !== 'arrival') heading.current?.focus()
  }, [why])
  return (
    <>
      <main className="wrap desk-outside" onInput={dismissFaults} onSubmitCapture={dismissFaults}>
        <h1 tabIndex={-1} ref={heading}>
          {words.heading}
        </h1>
        <p className="lead">{words.text}</p>
        <UnsavedSessionNotice />
        <div className="auth desk-card">
          <div className="card">{session.state === 'needs-code' ? <FactorStep {...session} /> : <Credentials />}</div>
        </div>
      </main>
      <Toasts />
    </>
  )
}

function Credentials() {
  const [email, setEmail] = useState('')
  const attempts = useAttempts()
  const leave = () => location.assign(accountAddress)
  return (
    <>
      <CredentialsForm intent="signIn" attempts={attempts} email={email} onEmail={setEmail} onUnconfirmed={() => undefined} onForgot={leave} />
      <a className="more step-link" href={accountAddress}>
        {deskGate.signIn.account}
      </a>
    </>
  )
}
