import { useEffect, useRef, useState } from 'react'
import { deskGate } from '#words/desk/frame.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import { backend } from '../../backend/backend.ts'
import type { OwnUser } from '../../backend/own-credentials.ts'
import { appsOf, type CodesLeft } from '../../backend/second-factors.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { dismissFaults, Toasts } from '../../ui/toasts.tsx'
import { FactorSection } from '../account/factor-section.tsx'
import { ActionButton } from '../account/action-button.tsx'
import { NoAnswer } from './no-answer.tsx'
import { beginSetUp } from './set-up.ts'

interface Own {
  user: OwnUser
  codes: CodesLeft | undefined
}

async function readOwn(): Promise<Own | 'unread'> {
  const account = accountBackend()
  const user = await account.readUser()
  return user ? { user, codes: await account.readCodes(user.factors) } : 'unread'
}

/** Recovery codes are shown once: nobody leaves them by mistake. */
const showsCodes = (box: HTMLElement | null) => Boolean(box?.querySelector('.codes'))

const hasApp = (own: Own) => appsOf(own.user.factors).length > 0

interface SecondFactorProps {
  /** `lacks-factor`: of this session. `set-up`: it has one, and recovery codes are still to be kept. */
  state: 'lacks-factor' | 'set-up'
  userId: string
  onDone: () => Promise<void>
}

/** Of a factor that was added elsewhere the session is told, which then wants its code, in place of all this. */
async function readFirst(state: SecondFactorProps['state']): Promise<Own | 'unread' | 'asking'> {
  const own = await readOwn()
  if (own === 'unread' || !hasApp(own) || state === 'set-up') return own
  const { error } = await backend().auth.refreshSession()
  return error ? 'unread' : 'asking'
}

/** Leads one of the staff through their first second factor (R-DESK): an authenticator app, then recovery codes. */
export function SecondFactor({ state, userId, onDone }: SecondFactorProps) {
  // `found`: before anything was done here.
  const [{ own, when }, setRead] = useState<{ own: Own | 'asking' | 'unread'; when: 'found' | 'later' }>({ own: 'asking', when: 'found' })
  const box = useRef<HTMLElement>(null)
  useEffect(() => void readFirst(state).then((found) => setRead({ own: found, when: 'found' })), [state])
  useEffect(() => {
    if (typeof own === 'object' && !hasApp(own)) beginSetUp(userId)
  }, [own, userId])
  const [isHasty, setIsHasty] = useState(false)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => showsCodes(box.current) && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  const words = deskGate.factor
  async function goOn() {
    const isTooEarly = showsCodes(box.current)
    setIsHasty(isTooEarly)
    if (!isTooEarly) await onDone()
  }

  if (own === 'unread') return <NoAnswer onRetry={async () => setRead({ own: await readFirst(state), when: 'found' })} />
  if (own === 'asking') {
    return (
      <main className="wrap desk-outside">
        <Spinner />
      </main>
    )
  }
  return (
    <>
      <main className="wrap desk-outside desk-factor" ref={box} onInput={dismissFaults} onSubmitCapture={dismissFaults}>
        <h1>{words.heading}</h1>
        <p className="lead">{words.text}</p>
        {when === 'found' && own.codes ? (
          <div className="desk-reminder">
            <p className="notice">{words.codesAgain}</p>
          </div>
        ) : null}
        <FactorSection user={own.user} codes={own.codes} byRecoveryCode={false} reread={async () => setRead({ own: await readOwn(), when: 'later' })} />
        {hasApp(own) ? (
          <>
            {own.codes ? null : <p>{words.codes}</p>}
            <p role="status">{isHasty ? words.keepFirst : ''}</p>
            <p className="actions">
              <ActionButton look={own.codes ? 'btn' : 'btn quiet'} words={{ submit: own.codes ? words.go : words.goWithoutCodes, busy: words.go }} onPress={goOn} />
            </p>
          </>
        ) : null}
      </main>
      <Toasts />
    </>
  )
}
