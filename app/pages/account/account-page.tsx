import { useEffect, useRef } from 'react'
import { accountPage } from '#words/account.ts'
import { forgetReturn, rememberedReturn } from '../../backend/return-path.ts'
import { useSession } from '../../backend/use-session.ts'
import { paths } from '../../paths.ts'
import { OfflineNotice, UnsavedSessionNotice } from '../../session/connection-notices.tsx'
import { SignedInAs } from '../../session/signed-in-as.tsx'
import { Unreachable } from '../../session/unreachable.tsx'
import { useDeliberateSignOut } from '../../session/use-deliberate-sign-out.ts'
import { mustSignIn, useRedirectToSignIn } from '../../session/use-redirect-to-sign-in.ts'
import { NeedsScript } from '../../ui/needs-script.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { OwnAccount } from './own-account.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** What is kept about a signed-in client, and what they can do about it (R-ACCOUNT); all others are sent to sign in first. */
export function AccountPage() {
  const session = useSession()
  const signedOut = useDeliberateSignOut()
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box)
  const sendToSignIn = useRedirectToSignIn(signedOut)
  useEffect(() => {
    if (mustSignIn(session)) sendToSignIn(accountPage.signInFirst)
    // The way back has been found.
    if (session.state === 'signed-in' && rememberedReturn()?.to === 'account') forgetReturn()
  }, [session, sendToSignIn])

  return (
    <>
      <PageHead title={accountPage.title} description={accountPage.description} path={paths.account} robots="noindex" />
      <div className="wrap" ref={box}>
        {session.state === 'signed-in' ? <SignedInAs account={session.account} on="account" /> : null}
        <UnsavedSessionNotice />
        <Unreachable state={session.state} className="unreachable">
          <h1>{accountPage.unreachable.heading}</h1>
          <p className="lead">{accountPage.unreachable.text}</p>
        </Unreachable>
        {session.state === 'signed-in' ? (
          <>
            <header className="page-head">
              <h1 tabIndex={-1}>{accountPage.heading}</h1>
              <p className="lead">{accountPage.lead}</p>
            </header>
            <OfflineNotice />
            <OwnAccount key={session.account.userId} onSignedOut={() => sendToSignIn(accountPage.signInFirst)} />
          </>
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
      <NeedsScript reason={accountPage.needsScript} />
    </>
  )
}
