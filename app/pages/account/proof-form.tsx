import { useLayoutEffect, useRef } from 'react'
import { accountPage, proofWords as words } from '#words/account.ts'
import { authMessages } from '#words/auth.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import type { OwnUser } from '../../backend/own-credentials.ts'
import { appsOf } from '../../backend/second-factors.ts'
import { showLine } from '../../ui/toasts.tsx'
import { CodeField, codeIn, PasswordField, textIn } from '../auth/auth-fields.tsx'
import { AuthForm, TextButton, useAttempts, wentWell } from '../auth/auth-form.tsx'

interface ProofFormProps {
  user: OwnUser
  onProven: () => Promise<void>
  onCancel: () => void
}

/** Asks once more who it is: for a code of the authenticator app where there is one, else for the password. */
export function ProofForm({ user, onProven, onCancel }: ProofFormProps) {
  const attempts = useAttempts()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const apps = appsOf(user.factors).map(({ id }) => id)

  async function attempt(entries: FormData) {
    if (await isProven(entries)) await onProven()
  }

  async function isProven(entries: FormData): Promise<boolean> {
    if (apps.length === 0) {
      return wentWell(await accountBackend().provePassword({ email: user.email, password: textIn(entries, 'proof') }))
    }
    const code = codeIn(entries, 'proof')
    if (code) return wentWell(await accountBackend().proveCode(apps, code))
    showLine(authMessages.brokenCode, 'error')
    return false
  }

  return (
    <div className="proof">
      <h3 tabIndex={-1} ref={heading}>
        {words.heading}
      </h3>
      <AuthForm
        words={words}
        attempts={attempts}
        attempt={attempt}
        look="btn small"
        secondary={<TextButton onPress={onCancel}>{accountPage.cancel}</TextButton>}
      >
        {(state) =>
          apps.length === 0 ? (
            <>
              <OwnAddress email={user.email} />
              <PasswordField label={words.password} name="proof" kind="current" state={state} />
            </>
          ) : (
            <CodeField label={words.code} name="proof" />
          )
        }
      </AuthForm>
    </div>
  )
}

/** Password managers look here for whose password it is. */
export function OwnAddress({ email }: { email: string }) {
  return <input className="vh" name="username" autoComplete="username" tabIndex={-1} aria-hidden readOnly value={email} />
}
