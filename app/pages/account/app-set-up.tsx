import { useLayoutEffect, useRef } from 'react'
import { accountPage, factorWords } from '#words/account.ts'
import { authMessages } from '#words/auth.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import type { NewApp } from '../../backend/second-factors.ts'
import { showLine } from '../../ui/toasts.tsx'
import { CodeField, codeIn } from '../auth/auth-fields.tsx'
import { AuthForm, TextButton, useAttempts, wentWell } from '../auth/auth-form.tsx'

const words = factorWords.setUp

interface AppSetUpProps {
  app: NewApp
  onDone: (how: 'added' | 'cancelled') => Promise<void>
}

/** Hands an authenticator app its key, as a picture and as text, and asks for its first code. */
export function AppSetUp({ app: { factorId, qrCode, secret, uri }, onDone }: AppSetUpProps) {
  const attempts = useAttempts()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])

  async function attempt(entries: FormData) {
    const code = codeIn(entries, 'appCode')
    if (!code) return showLine(authMessages.brokenCode, 'error')
    if (wentWell(await accountBackend().proveCode([factorId], code))) await onDone('added')
  }

  async function copy() {
    await navigator.clipboard.writeText(secret)
    showLine(words.copied, 'success')
  }

  async function cancel() {
    await accountBackend().dropApp(factorId)
    await onDone('cancelled')
  }

  return (
    <div className="proof">
      <h3 tabIndex={-1} ref={heading}>
        {words.heading}
      </h3>
      <p>{words.scan}</p>
      <img className="qr" src={qrCode} alt={words.picture} width="200" height="200" />
      <p>{words.key}</p>
      <p>
        <code className="key">{grouped(secret)}</code>
      </p>
      <p className="key-ways">
        {'clipboard' in navigator ? <TextButton onPress={copy}>{words.copy}</TextButton> : null}
        <a className="step-link" href={uri}>
          {words.here}
        </a>
      </p>
      <AuthForm
        words={words}
        attempts={attempts}
        attempt={attempt}
        look="btn small"
        secondary={<TextButton onPress={cancel}>{accountPage.cancel}</TextButton>}
      >
        {() => <CodeField label={words.code} name="appCode" />}
      </AuthForm>
    </div>
  )
}

/** In fours, for whoever types it. */
export const grouped = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ')
