import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { authMessages, authSteps, credentialProblem } from '#words/auth.ts'
import { credentialsSchema } from '../../../domain/credentials.ts'
import { backend } from '../../backend/backend.ts'
import { signInBackend } from '../../backend/sign-in-backend.ts'
import { paths } from '../../paths.ts'
import { CodeField, codeIn, PasswordField, RecoveryCodeField, textIn } from './auth-fields.tsx'
import { AuthForm, StepHeading, TextButton, useAttempts, wentWell } from './auth-form.tsx'
import { showLine } from '../../ui/toasts.tsx'

async function signOut() {
  await backend().signOut()
  showLine(authMessages.signedOut)
}

interface FactorStepProps {
  /** The account's authenticator apps. */
  apps: string[]
  recoveryCodes: 'made' | 'none'
}

/** Asks for the code of the authenticator app or a recovery code, or says that the account wants something else. */
export function FactorStep({ apps, recoveryCodes }: FactorStepProps) {
  const [way, setWay] = useState<'app' | 'recovery-code'>(apps.length > 0 ? 'app' : 'recovery-code')
  const leave = <TextButton onPress={signOut}>{authSteps.factor.leave}</TextButton>
  if (way === 'recovery-code' && recoveryCodes === 'made') {
    return (
      <RecoveryCodeForm>
        {apps.length > 0 ? <TextButton onPress={() => setWay('app')}>{authSteps.recoveryCode.back}</TextButton> : null}
        {leave}
      </RecoveryCodeForm>
    )
  }
  if (apps.length === 0) return <OtherFactor>{leave}</OtherFactor>
  return (
    <AppForm apps={apps}>
      {recoveryCodes === 'made' ? (
        <TextButton onPress={() => setWay('recovery-code')}>{authSteps.factor.recoveryCode}</TextButton>
      ) : null}
      {leave}
    </AppForm>
  )
}

function AppForm({ apps, children }: { apps: string[]; children: ReactNode }) {
  const words = authSteps.factor
  const attempts = useAttempts()
  async function attempt(entries: FormData) {
    const code = codeIn(entries)
    if (!code) return showLine(authMessages.brokenCode, 'error')
    if (wentWell(await signInBackend().verifyFactor(apps, code))) showLine(authMessages.signedIn, 'success')
  }
  return (
    <>
      <StepHeading>{words.heading}</StepHeading>
      <p>{words.text}</p>
      <AuthForm words={words} attempts={attempts} attempt={attempt} secondary={children}>
        {() => <CodeField label={words.code} />}
      </AuthForm>
    </>
  )
}

function RecoveryCodeForm({ children }: { children: ReactNode }) {
  const words = authSteps.recoveryCode
  const attempts = useAttempts()
  return (
    <>
      <StepHeading>{words.heading}</StepHeading>
      <p>{words.text}</p>
      <AuthForm words={words} attempts={attempts} attempt={showRecoveryCode} secondary={children}>
        {() => <RecoveryCodeField label={words.code} />}
      </AuthForm>
    </>
  )
}

async function showRecoveryCode(entries: FormData) {
  const code = textIn(entries, 'recoveryCode')
  if (wentWell(await signInBackend().verifyRecoveryCode(code))) showLine(authMessages.byRecoveryCode, 'success')
}

function OtherFactor({ children }: { children: ReactNode }) {
  const words = authSteps.otherFactor
  return (
    <>
      <StepHeading>{words.heading}</StepHeading>
      <p>{words.text}</p>
      {/* A link of the browser's: the desk, which has no routes, asks for codes too. */}
      <a className="more step-link" href={import.meta.env.BASE_URL + paths.contact.slice(1)}>
        {words.contact}
      </a>
      {children}
    </>
  )
}

/** Somebody who has proved the address of an account chooses its new password. */
export function NewPasswordStep({ email }: { email: string }) {
  const words = authSteps.newPassword
  const attempts = useAttempts()
  return (
    <>
      <StepHeading>{words.heading}</StepHeading>
      <p>
        {words.text} <b>{email}</b>
      </p>
      <AuthForm
        words={words}
        attempts={attempts}
        attempt={choose}
        secondary={<TextButton onPress={signOut}>{words.leave}</TextButton>}
      >
        {(state) => (
          <>
            {/* Password managers look here for whose password it is. */}
            <input className="vh" name="username" autoComplete="username" tabIndex={-1} aria-hidden readOnly value={email} />
            <PasswordField label={words.label} kind="new" email={email} state={state} />
          </>
        )}
      </AuthForm>
    </>
  )
}

async function choose(entries: FormData) {
  const parsed = v.safeParse(credentialsSchema.entries.password, entries.get('password'))
  if (!parsed.success) return showLine(credentialProblem('password', parsed.issues[0]), 'error')
  if (wentWell(await signInBackend().choosePassword(parsed.output))) showLine(authMessages.passwordChanged, 'success')
}
