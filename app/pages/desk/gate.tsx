import { useCallback, useEffect, useState } from 'react'
import { deskFrame } from '#words/desk/frame.ts'
import { useSession } from '../../backend/use-session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Admission } from './admission.tsx'
import type { Entry } from './desk-context.ts'
import { NoAnswer } from './no-answer.tsx'
import { accountAddress, type Closing, SignIn } from './sign-in.tsx'

/**
 * Lets the staff in (R-DESK): everybody else is asked to sign in, led through a second factor, or told nothing. Once the session
 * ends, in whichever tab, nothing of the desk is left on the page.
 */
export function Gate() {
  const session = useSession()
  const [was, setWas] = useState<'outside' | 'inside'>('outside')
  const [closing, setClosing] = useState<Closing>('signed-out')
  const [entry, setEntry] = useState<Entry>('load')
  const admit = useCallback(() => setWas('inside'), [])
  const { state } = session
  useEffect(() => {
    if (state !== 'signed-in') document.title = deskFrame.outside
  }, [state])
  // Of a forgotten password, whose e-mail leads to the site's page.
  const isChoosing = state === 'choosing-password'
  useEffect(() => {
    if (isChoosing) location.replace(accountAddress)
  }, [isChoosing])
  const mustSignIn = state === 'signed-out' || state === 'needs-code'
  if (mustSignIn && entry === 'load') setEntry('step')

  if (session.state === 'signed-in') return <Admission key={session.account.userId} userId={session.account.userId} entry={entry} onAdmitted={admit} onClosed={setClosing} />
  if (state === 'unreachable') return <NoAnswer />
  if (mustSignIn) return <SignIn session={session} why={state === 'signed-out' && was === 'inside' ? closing : 'arrival'} />
  return (
    <main className="wrap desk-outside">
      <Spinner />
    </main>
  )
}
