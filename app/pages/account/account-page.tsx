import { useEffect, useRef } from 'react'
import { accountPage } from '#words/account.ts'
import { forgetReturn, rememberedReturn } from '../../backend/return-path.ts'
import { useSession } from '../../backend/use-session.ts'
import { paths } from '../../paths.ts'
import { OfflineNotice } from '../../session/connection-notices.tsx'
import { ForSignedIn } from '../../session/for-signed-in.tsx'
import { useDeliberateSignOut } from '../../session/use-deliberate-sign-out.ts'
import { mustSignIn, useRedirectToSignIn } from '../../session/use-redirect-to-sign-in.ts'
import { PageHead } from '../../ui/page-head.tsx'
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
        <ForSignedIn session={session} words={accountPage} on="account">
          {({ userId }) => (
            <>
              <header className="page-head">
                <h1 tabIndex={-1}>{accountPage.heading}</h1>
                <p className="lead">{accountPage.lead}</p>
              </header>
              <OfflineNotice />
              <OwnAccount key={userId} onSignedOut={() => sendToSignIn(accountPage.signInFirst)} />
            </>
          )}
        </ForSignedIn>
      </div>
    </>
  )
}
