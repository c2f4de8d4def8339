import * as v from 'valibot'
import { authMessages, authSteps, credentialProblem } from '#words/auth.ts'
import { credentialsSchema } from '../../../domain/credentials.ts'
import { backend } from '../../backend/backend.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { CodeField, codeIn, PasswordField } from './auth-fields.tsx'
import { AuthForm, StepHeading, TextButton, useAttempts, wentWell } from './auth-form.tsx'
import { showLine } from '../../ui/toasts.tsx'

async function signOut() {
  await backend().signOut()
  showLine(authMessages.signedOut)
}

/** Asks for the code of the authenticator app, or says that the account wants something that cannot be shown here. */
export function FactorStep({ factorId }: { factorId: string | undefined }) {
  const words = factorId ? authSteps.factor : authSteps.otherFactor
  const attempts = useAttempts()
  const leave = <TextButton onPress={signOut}>{words.leave}</TextButton>
  async function attempt(entries: FormData) {
    const code = codeIn(entries)
    if (!code) return showLine(authMessages.brokenCode, 'error')
    if (factorId && wentWell(await backend().verifyFactor(factorId, code))) showLine(authMessages.signedIn, 'success')
  }
  return (
    <>
      <StepHeading>{words.heading}</StepHeading>
      <p>{words.text}</p>
      {factorId ? (
        <AuthForm words={authSteps.factor} attempts={attempts} attempt={attempt} secondary={leave}>
          {() => <CodeField label={authSteps.factor.code} />}
        </AuthForm>
      ) : (
        <>
          <Link className="more step-link" to={paths.contact}>
            {authSteps.otherFactor.contact}
          </Link>
          {leave}
        </>
      )}
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
            <PasswordField label={words.label} kind="new" state={state} />
          </>
        )}
      </AuthForm>
    </>
  )
}

async function choose(entries: FormData) {
  const parsed = v.safeParse(credentialsSchema.entries.password, entries.get('password'))
  if (!parsed.success) return showLine(credentialProblem('password', parsed.issues[0]), 'error')
  if (wentWell(await backend().choosePassword(parsed.output))) showLine(authMessages.passwordChanged, 'success')
}
