import { useEffect, useState } from 'react'
import { deskGate } from '#words/desk/frame.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import { backend } from '../../backend/backend.ts'
import type { OwnUser } from '../../backend/own-credentials.ts'
import { appsOf, type CodesLeft } from '../../backend/second-factors.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { FactorSection } from '../account/factor-section.tsx'
import { ActionButton } from '../account/action-button.tsx'
import { NoAnswer } from './no-answer.tsx'

interface Own {
  user: OwnUser
  codes: CodesLeft | undefined
}

async function readOwn(): Promise<Own | 'unread'> {
  const account = accountBackend()
  const user = await account.readUser()
  return user ? { user, codes: await account.readCodes(user.factors) } : 'unread'
}

const hasApp = (own: Own) => appsOf(own.user.factors).length > 0

/** Of a factor that was added elsewhere the session is told, which then wants its code, on /auth. */
async function readFirst(): Promise<Own | 'unread' | 'asking'> {
  const own = await readOwn()
  if (own === 'unread' || !hasApp(own)) return own
  const { error } = await backend().auth.refreshSession()
  return error ? 'unread' : 'asking'
}

/** Leads one of the staff through their first second factor (R-DESK): an authenticator app, then recovery codes. */
export function SecondFactor({ onDone }: { onDone: () => Promise<void> }) {
  const [own, setOwn] = useState<Own | 'asking' | 'unread'>('asking')
  useEffect(() => void readFirst().then(setOwn), [])
  const words = deskGate.factor

  if (own === 'unread') return <NoAnswer onRetry={async () => setOwn(await readFirst())} />
  if (own === 'asking') {
    return (
      <main className="wrap desk-outside">
        <Spinner />
      </main>
    )
  }
  return (
    <>
      <main className="wrap desk-outside desk-factor">
        <h1>{words.heading}</h1>
        <p className="lead">{words.text}</p>
        <FactorSection user={own.user} codes={own.codes} byRecoveryCode={false} reread={async () => setOwn(await readOwn())} />
        {hasApp(own) ? (
          <>
            {own.codes ? null : <p>{words.codes}</p>}
            <p className="actions">
              <ActionButton look={own.codes ? 'btn' : 'btn quiet'} words={{ submit: own.codes ? words.go : words.goWithoutCodes, busy: words.go }} onPress={onDone} />
            </p>
          </>
        ) : null}
      </main>
      <Toasts />
    </>
  )
}
