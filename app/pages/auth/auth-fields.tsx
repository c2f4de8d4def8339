import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { authPage } from '#words/auth.ts'
import { credentialLimits as limits } from '../../../domain/credentials.ts'
import type { AttemptState } from './auth-form.tsx'
import { usePasswordAdvice } from './use-password-advice.ts'

interface EmailFieldProps {
  /** What the field starts with. */
  email: string
  onEmail: (email: string) => void
  focus?: 'on-arrival' | undefined
}

export function EmailField({ email, onEmail, focus }: EmailFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focus) field.current?.focus()
  }, [focus])
  const typedEarly = useEffectEvent(() => {
    if (field.current?.value) onEmail(field.current.value)
  })
  // The form was there before the app.
  useEffect(() => typedEarly(), [])
  return (
    <div className="field">
      <label htmlFor="email">{authPage.email}</label>
      <input
        id="email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email.max}
        required
        defaultValue={email}
        onInput={(event) => onEmail(event.currentTarget.value)}
        ref={field}
      />
    </div>
  )
}

interface PasswordFieldProps {
  label: string
  kind: 'current' | 'new'
  /** Its name and id, where a page asks for two. */
  name?: string
  /** Whose it is, as far as that is typed: a new one should not be like the address. */
  email?: string
  /** What was shown is hidden when it is sent, and stays so. */
  state: AttemptState
}

/** A password, with a button that shows what was typed; below a new one stands what would make it better. */
export function PasswordField({ label, kind, name = 'password', email = '', state }: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [advice, hearAdvice] = usePasswordAdvice(input, email)
  const [look, setLook] = useState<'hidden' | 'shown'>('hidden')
  const [seen, setSeen] = useState(state)
  if (seen !== state) {
    setSeen(state)
    setLook('hidden')
  }
  const isShown = look === 'shown'

  function changeLook() {
    const field = input.current
    const caret = [field?.selectionStart ?? null, field?.selectionEnd ?? null] as const
    setLook(isShown ? 'hidden' : 'shown')
    // Chromium loses the caret when it draws the field anew.
    requestAnimationFrame(() => field?.setSelectionRange(...caret))
  }

  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="secret">
        <input
          id={name}
          type={isShown ? 'text' : 'password'}
          name={name}
          autoComplete={kind === 'current' ? 'current-password' : 'new-password'}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={kind === 'new' ? authPage.newPasswordPlaceholder : undefined}
          minLength={limits.password.min}
          maxLength={limits.password.max}
          required
          aria-describedby={kind === 'new' ? `${name}-advice` : undefined}
          onInput={kind === 'new' ? ({ currentTarget }) => hearAdvice(currentTarget.value) : undefined}
          ref={input}
        />
        <button
          type="button"
          // The pointer leaves the caret where it was.
          onMouseDown={(event) => event.preventDefault()}
          onClick={changeLook}
        >
          {isShown ? authPage.hide : authPage.show}
          <span className="vh"> {authPage.ofPassword}</span>
        </button>
      </div>
      {kind === 'new' ? (
        <p className="advice" id={`${name}-advice`} role="status">
          {advice}
        </p>
      ) : null}
    </div>
  )
}

/** A code of six digits, from an e-mail or an authenticator app. */
export function CodeField({ label, name = 'code' }: { label: string; name?: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        className="w10"
        name={name}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        // Room for the spaces that e-mails and apps show in it.
        maxLength={12}
        required
      />
    </div>
  )
}

/** A recovery code, as it was kept: its groups and capitals do not matter. */
export function RecoveryCodeField({ label }: { label: string }) {
  return (
    <div className="field">
      <label htmlFor="recoveryCode">{label}</label>
      <input
        id="recoveryCode"
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
      />
    </div>
  )
}

/** What was typed into a field. */
export function textIn(entries: FormData, name: string): string {
  const typed = entries.get(name)
  return typeof typed === 'string' ? typed : ''
}

/** The six digits that were typed, without what stands between them; undefined for anything else. */
export function codeIn(entries: FormData, name = 'code'): string | undefined {
  const digits = textIn(entries, name).replace(/[\s-]/g, '')
  return /^[0-9]{6}$/.test(digits) ? digits : undefined
}
