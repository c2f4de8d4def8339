import type { ReactNode } from 'react'
import type { Session } from '../backend/use-session.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { UnsavedSessionNotice } from './connection-notices.tsx'
import { SignedInAs } from './signed-in-as.tsx'
import { Unreachable } from './unreachable.tsx'

type SignedIn = Extract<Session, { state: 'signed-in' }>

interface ForSignedInProps {
  session: Session
  words: { unreachable: { heading: string; text: string }; needsScript: string }
  /** The account page has no link to itself. */
  on?: 'account' | undefined
  children: (account: SignedIn['account']) => ReactNode
}

/** The content of a page for signed-in visitors below the line that names them, or what keeps it from being shown. */
export function ForSignedIn({ session, words: { unreachable, needsScript }, on, children }: ForSignedInProps) {
  const account = session.state === 'signed-in' ? session.account : undefined
  return (
    <>
      {account ? <SignedInAs account={account} on={on} /> : null}
      <UnsavedSessionNotice />
      <Unreachable state={session.state} className="unreachable">
        <h1>{unreachable.heading}</h1>
        <p className="lead">{unreachable.text}</p>
      </Unreachable>
      {account ? children(account) : null}
      {account || session.state === 'unreachable' ? null : (
        <>
          <Spinner />
          <NeedsScript reason={needsScript} />
        </>
      )}
    </>
  )
}
