import * as v from 'valibot'
import { authMessages, authPage, credentialProblem } from '#words/auth.ts'
import { credentialsSchema } from '../../../domain/credentials.ts'
import type { Refused } from '../../backend/accounts.ts'
import { signInBackend } from '../../backend/sign-in-backend.ts'
import { EmailField, PasswordField } from './auth-fields.tsx'
import { type Attempts, AuthForm, TextButton } from './auth-form.tsx'
import { showLine } from '../../ui/toasts.tsx'

export const intents = ['signIn', 'signUp'] as const
export type Intent = (typeof intents)[number]

interface CredentialsFormProps {
  intent: Intent
  attempts: Attempts
  /** What the e-mail field starts with. */
  email: string
  onEmail: (email: string) => void
  /** Called with the normalised address that has to be confirmed before it can sign in. */
  onUnconfirmed: (email: string) => void
  onForgot: () => void
  focus?: 'on-arrival' | undefined
}

/** E-mail and password (R-CREDENTIALS). What was typed stays after a failure; a success clears both. */
export function CredentialsForm({ intent, attempts, email, onEmail, onUnconfirmed, onForgot, focus }: CredentialsFormProps) {
  async function attempt(entries: FormData, form: HTMLFormElement) {
    const tried = await tryCredentials(intent, entries)
    if (tried.outcome === 'unconfirmed') onUnconfirmed(tried.email)
    if (tried.outcome !== 'done') return
    onEmail('')
    form.reset()
  }

  return (
    <AuthForm
      words={authPage[intent]}
      attempts={attempts}
      attempt={attempt}
      secondary={intent === 'signIn' ? <TextButton onPress={onForgot}>{authPage.forgot}</TextButton> : null}
    >
      {(state) => (
        <>
          <EmailField email={email} onEmail={onEmail} focus={focus} />
          <PasswordField label={authPage.password} kind={intent === 'signIn' ? 'current' : 'new'} email={email} state={state} />
        </>
      )}
    </AuthForm>
  )
}

type Tried = { outcome: 'done' | 'refused' } | { outcome: 'unconfirmed'; email: string }

/** One attempt, which says on a toast how it went. */
async function tryCredentials(intent: Intent, entries: FormData): Promise<Tried> {
  const parsed = v.safeParse(credentialsSchema, Object.fromEntries(entries))
  if (!parsed.success) {
    const [issue] = parsed.issues
    showLine(credentialProblem(issue.path?.[0].key === 'password' ? 'password' : 'email', issue), 'error')
    return { outcome: 'refused' }
  }
  const answer = await signInBackend()[intent](parsed.output)
  if (answer.outcome === 'refused') return refusal(answer, parsed.output.email)
  // With a second factor the sign-in is complete only after its code.
  if (answer.outcome === 'done') showLine(intent === 'signUp' ? authMessages.signedUp : authMessages.signedIn, 'success')
  return { outcome: 'done' }
}

function refusal({ message, because }: Refused, email: string): Tried {
  showLine(message, 'error')
  return because === 'address-unconfirmed' ? { outcome: 'unconfirmed', email } : { outcome: 'refused' }
}
