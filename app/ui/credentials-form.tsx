import { type FormEvent, useActionState } from 'react'
import * as v from 'valibot'
import { authMessages, authPage } from '../../content/auth.ts'
import { credentialLimits as limits, type Credentials, credentialsSchema } from '../../domain/credentials.ts'
import { backend } from '../backend/backend.ts'
import { showLine } from './toasts.tsx'

export const intents = ['signIn', 'signUp'] as const
export type Intent = (typeof intents)[number]

interface CredentialsFormProps {
  intent: Intent
  entered: Credentials
  /** Told what stands in the fields, as it is typed and after each attempt. */
  onEntered: (entered: Credentials) => void
}

export const blank: Credentials = { email: '', password: '' }

/** E-mail and password (§2). What was typed stays after a failure, although React resets a form after its action. */
export function CredentialsForm({ intent, entered, onEntered }: CredentialsFormProps) {
  const words = authPage[intent]
  const [, submit, busy] = useActionState<void, FormData>(async (_, form) => {
    const credentials = read(form)
    onEntered(credentials)
    if (await attempt(intent, credentials)) onEntered(blank)
  }, undefined)
  const onInput = (event: FormEvent<HTMLFormElement>) => onEntered(read(new FormData(event.currentTarget)))

  return (
    <form className="form" action={submit} onInput={onInput}>
      <div className="field">
        <label htmlFor="email">{authPage.email}</label>
        <input
          id="email"
          type="email"
          name="email"
          autoComplete="username"
          maxLength={limits.email}
          required
          defaultValue={entered.email}
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
          defaultValue={entered.password}
        />
      </div>
      <button className="btn" disabled={busy}>
        {busy ? words.busy : words.submit}
      </button>
    </form>
  )
}

/** One attempt, which says on a toast how it went; true when it went well. */
async function attempt(intent: Intent, entered: Credentials): Promise<boolean> {
  const parsed = v.safeParse(credentialsSchema, entered)
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

const enteredSchema = v.object({ email: v.string(), password: v.string() })

function read(form: FormData): Credentials {
  return v.parse(enteredSchema, Object.fromEntries(form))
}
