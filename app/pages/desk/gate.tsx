import { useCallback, useEffect, useState } from 'react'
import { deskFrame } from '#words/desk/frame.ts'
import { useSession } from '../../backend/use-session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Admission } from './admission.tsx'
import { Closed, type Closing } from './closed.tsx'
import { keepPlace } from './kept-place.ts'
import { NoAnswer } from './no-answer.tsx'
import { signInAddress } from './sign-in-address.ts'

/**
 * Lets the staff in (R-DESK): everybody else is sent to sign in, led through a second factor, or told nothing. Once the session
 * ends, in whichever tab, nothing of the desk is left on the page.
 */
export function Gate() {
  const session = useSession()
  const [was, setWas] = useState<'outside' | 'inside'>('outside')
  const [closing, setClosing] = useState<Closing>('signed-out')
  const admit = useCallback(() => setWas('inside'), [])
  const isSignedOut = session.state === 'signed-out' || session.state === 'needs-code' || session.state === 'choosing-password'
  const mustSignIn = isSignedOut && was === 'outside'
  useEffect(() => {
    if (!mustSignIn) return
    keepPlace()
    location.replace(signInAddress)
  }, [mustSignIn])
  useEffect(() => {
    if (session.state !== 'signed-in') document.title = deskFrame.outside
  }, [session.state])

  if (session.state === 'signed-in') {
    const { userId } = session.account
    return <Admission key={userId} onAdmitted={admit} onClosed={setClosing} />
  }
  if (session.state === 'unreachable') return <NoAnswer />
  if (isSignedOut && was === 'inside') return <Closed why={closing} />
  return (
    <main className="wrap desk-outside">
      <Spinner />
    </main>
  )
}
