import type { SubmitEvent } from 'react'
import * as v from 'valibot'
import { authMessages, authPage } from '../../content/auth.ts'
import { credentialLimits as limits, credentialsSchema } from '../../domain/credentials.ts'
import { backend } from '../backend/backend.ts'
import { showLine } from './toasts.tsx'
import { useSending } from './use-sending.ts'

export const intents = ['signIn', 'signUp'] as const
export type Intent = (typeof intents)[number]

interface CredentialsFormProps {
  intent: Intent
  /** What the e-mail field starts with. */
  email: string
  onEmail: (email: string) => void
}

/** E-mail and password (§2). What was typed stays after a failure; a success clears both. */
export function CredentialsForm({ intent, email, onEmail }: CredentialsFormProps) {
  const words = authPage[intent]
  const { state, start } = useSending()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    start(async () => {
      if (!(await attempt(intent, new FormData(form)))) return
      onEmail('')
      form.reset()
    })
  }

  return (
    <form className="form" onSubmit={onSubmit}>
      <div className="field">
        <label htmlFor="email">{authPage.email}</label>
        <input
          id="email"
          type="email"
          name="email"
          autoComplete="username"
          maxLength={limits.email}
          required
          defaultValue={email}
          onInput={(event) => onEmail(event.currentTarget.value)}
        />
      </div>
      <div className="field">
        <label htmlFor="password">{authPage.password}</label>
        <input
          id="password"
          type="password"
          name="password"
          autoComplete={intent === 'signIn' ? 'current-password' : 'new-password'}
          placeholder={intent === 'signUp' ? authPage.newPasswordPlaceholder : undefined}
          minLength={limits.passwordMin}
          maxLength={limits.password}
          required
        />
      </div>
      <button className="btn" disabled={state === 'sending'}>
        {state === 'sending' ? words.busy : words.submit}
      </button>
    </form>
  )
}

/** One attempt, which says on a toast how it went; true when it went well. */
async function attempt(intent: Intent, form: FormData): Promise<boolean> {
  const parsed = v.safeParse(credentialsSchema, Object.fromEntries(form))
  if (!parsed.success) {
    showLine(parsed.issues[0].message, 'error')
    return false
  }
  const answer = await backend()[intent](parsed.output)
  if (answer.outcome === 'refused') {
    showLine(answer.message, 'error')
    return false
  }
  showLine(intent === 'signUp' ? authMessages.signedUp : authMessages.signedIn, 'success')
  return true
}
