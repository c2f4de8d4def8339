import * as v from 'valibot'
import { authMessages, authPage, authSteps, credentialProblem } from '#words/auth.ts'
import { credentialsSchema } from '../../../domain/credentials.ts'
import type { EmailCodePurpose } from '../../backend/account-help.ts'
import { signInBackend } from '../../backend/sign-in-backend.ts'
import { CodeField, codeIn, EmailField } from './auth-fields.tsx'
import { type Attempts, AuthForm, StepHeading, TextButton, wentWell } from './auth-form.tsx'
import { showLine } from '../../ui/toasts.tsx'

interface ForgotStepProps {
  attempts: Attempts
  email: string
  onEmail: (email: string) => void
  /** Called with the normalised address, whether or not it has an account. */
  onSent: (email: string) => void
  onBack: () => void
}

/** Asks for the address of the account whose password is gone. */
export function ForgotStep({ attempts, email, onEmail, onSent, onBack }: ForgotStepProps) {
  const words = authSteps.forgot
  async function attempt(entries: FormData) {
    const parsed = v.safeParse(credentialsSchema.entries.email, entries.get('email'))
    if (!parsed.success) return showLine(credentialProblem('email', parsed.issues[0]), 'error')
    if (wentWell(await signInBackend().askForPassword(parsed.output))) onSent(parsed.output)
  }
  return (
    <>
      <StepHeading>{words.heading}</StepHeading>
      <p>{words.text}</p>
      <AuthForm
        words={words}
        attempts={attempts}
        attempt={attempt}
        secondary={<TextButton onPress={onBack}>{authPage.back}</TextButton>}
      >
        {() => <EmailField email={email} onEmail={onEmail} />}
      </AuthForm>
    </>
  )
}

interface CheckEmailStepProps {
  attempts: Attempts
  purpose: EmailCodePurpose
  email: string
  onBack: () => void
}

/** An e-mail is on its way. Its code works where its link does not: in another browser than the one that asked. */
export function CheckEmailStep({ attempts, purpose, email, onBack }: CheckEmailStepProps) {
  const words = authSteps.checkEmail
  async function attempt(entries: FormData) {
    const code = codeIn(entries)
    if (!code) return showLine(authMessages.brokenCode, 'error')
    if (!wentWell(await signInBackend().verifyEmailCode({ email, code, purpose }))) return
    if (purpose === 'confirmation') showLine(authMessages.confirmed, 'success')
  }
  async function sendAgain() {
    const again = purpose === 'recovery' ? signInBackend().askForPassword(email) : signInBackend().resendConfirmation(email)
    if (wentWell(await again)) showLine(words.sentAgain)
  }
  return (
    <>
      <StepHeading>{words.heading}</StepHeading>
      <p>
        {words[purpose]} <b>{email}</b>
      </p>
      <p>{words.text}</p>
      <AuthForm
        words={words}
        attempts={attempts}
        attempt={attempt}
        secondary={
          <>
            <TextButton onPress={sendAgain}>{words.again}</TextButton>
            <TextButton onPress={onBack}>{authPage.back}</TextButton>
          </>
        }
      >
        {() => <CodeField label={words.code} />}
      </AuthForm>
    </>
  )
}
