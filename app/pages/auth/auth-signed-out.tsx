import { type SubmitEvent, useState } from 'react'
import { authPage, authSteps } from '#words/auth.ts'
import { signInBackend } from '../../backend/sign-in-backend.ts'
import { CheckEmailStep, ForgotStep } from './auth-email-steps.tsx'
import { type Attempts, SubmitButton, useAttempts, wentWell } from './auth-form.tsx'
import { CredentialsForm, type Intent, intents } from './credentials-form.tsx'
import { usePayer } from '../../session/use-payer.ts'
import { Tabs } from '../../ui/tabs.tsx'

type Step = { name: 'forms' | 'forms-again' | 'forgot' } | { name: 'check-email'; purpose: 'confirmation' | 'recovery' }

interface SignedOutProps {
  arrival: 'plain' | 'elsewhere'
  /** `step`: the visitor was in a step of this card, which is gone with the focus that was in it. */
  from: 'outside' | 'step'
}

/**
 * What the card offers to somebody who is not signed in. The e-mail typed in one form stands in the others, and while
 * one of them is being sent no other can be.
 */
export function SignedOut({ arrival, from }: SignedOutProps) {
  const [step, setStep] = useState<Step>({ name: from === 'step' ? 'forms-again' : 'forms' })
  const payer = usePayer()
  const [typed, setEmail] = useState<string>()
  const email = typed ?? payer?.email ?? ''
  const attempts = useAttempts()
  const back = () => setStep({ name: 'forms-again' })
  switch (step.name) {
    case 'forgot':
      return (
        <ForgotStep
          attempts={attempts}
          email={email}
          onEmail={setEmail}
          onSent={(address) => {
            setEmail(address)
            setStep({ name: 'check-email', purpose: 'recovery' })
          }}
          onBack={back}
        />
      )
    case 'check-email':
      return <CheckEmailStep attempts={attempts} purpose={step.purpose} email={email} onBack={back} />
    default:
      return (
        <>
          {arrival === 'elsewhere' ? <Elsewhere /> : null}
          <Forms
            attempts={attempts}
            start={payer?.account === 'new' ? 'signUp' : 'signIn'}
            email={email}
            onEmail={setEmail}
            focus={step.name === 'forms-again' ? 'on-arrival' : undefined}
            onForgot={() => setStep({ name: 'forgot' })}
            onResent={() => setStep({ name: 'check-email', purpose: 'confirmation' })}
          />
        </>
      )
  }
}

interface FormsProps {
  attempts: Attempts
  /** Until the visitor chooses. */
  start: Intent
  email: string
  onEmail: (email: string) => void
  focus: 'on-arrival' | undefined
  onForgot: () => void
  onResent: () => void
}

function Forms({ attempts, start, email, onEmail, focus, onForgot, onResent }: FormsProps) {
  const [chosen, setIntent] = useState<Intent>()
  const intent = chosen ?? start
  const [unconfirmed, setUnconfirmed] = useState<string>()
  return (
    <Tabs
      label={authPage.tabsLabel}
      names={intents}
      selected={intent}
      onSelect={setIntent}
      title={(name) => authPage[name].tab}
    >
      {/* Rendered while empty, too: screen readers announce only what changes in a live region. */}
      <div role="status">
        {intent === 'signIn' && unconfirmed === email.trim() ? (
          <Unconfirmed attempts={attempts} email={unconfirmed} onResent={onResent} />
        ) : null}
      </div>
      <CredentialsForm
        key={intent}
        intent={intent}
        attempts={attempts}
        email={email}
        onEmail={onEmail}
        onUnconfirmed={setUnconfirmed}
        onForgot={onForgot}
        focus={focus}
      />
    </Tabs>
  )
}

/** The way on for an address that the backend wants confirmed first. */
function Unconfirmed({ attempts, email, onResent }: { attempts: Attempts; email: string; onResent: () => void }) {
  const words = authSteps.unconfirmed
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    attempts.start(words, async () => {
      if (wentWell(await signInBackend().resendConfirmation(email))) onResent()
    })
  }
  return (
    <form className="notice" onSubmit={onSubmit}>
      <p>{words.text}</p>
      <SubmitButton state={attempts.stateOf(words)} words={words} look="btn quiet small" />
    </form>
  )
}

/** A link that was asked for in another browser has confirmed the address, but cannot sign in here. */
function Elsewhere() {
  return (
    <div className="notice good" role="status">
      <b>{authSteps.elsewhere.heading}</b>
      <p>{authSteps.elsewhere.text}</p>
    </div>
  )
}
