import { useState } from 'react'
import * as v from 'valibot'
import { accountPage, passwordWords as words } from '#words/account.ts'
import { authMessages, credentialProblem } from '#words/auth.ts'
import { credentialsSchema } from '../../../domain/credentials.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import { showLine } from '../../ui/toasts.tsx'
import { CodeField, codeIn, PasswordField, textIn } from '../auth/auth-fields.tsx'
import { AuthForm, TextButton, useAttempts, wentWell } from '../auth/auth-form.tsx'
import { OwnAddress } from './proof-form.tsx'
import { Section } from './section.tsx'

interface PasswordSectionProps {
  email: string
  reread: () => Promise<void>
}

/** Another password, with the current one or a code from the mailbox (R-ACCOUNT-PROOF). */
export function PasswordSection({ email, reread }: PasswordSectionProps) {
  const [proof, setProof] = useState<'password' | 'code'>('password')
  const attempts = useAttempts()

  async function sendCode() {
    if (!wentWell(await accountBackend().sendPasswordCode())) return
    showLine(words.codeSent)
    setProof('code')
  }

  async function attempt(entries: FormData, form: HTMLFormElement) {
    const shown = proofIn(entries)
    if (!shown) return showLine(authMessages.brokenCode, 'error')
    const parsed = v.safeParse(credentialsSchema.entries.password, entries.get('password'))
    if (!parsed.success) return showLine(credentialProblem('password', parsed.issues[0]), 'error')
    const answer = await accountBackend().changePassword({ password: parsed.output, proof: shown })
    if (answer.outcome === 'needs-code') return sendCode()
    if (!wentWell(answer)) return
    showLine(words.changed, 'success')
    form.reset()
    setProof('password')
    await reread()
  }

  function proofIn(entries: FormData): { current: string } | { code: string } | undefined {
    if (proof === 'password') return { current: textIn(entries, 'currentPassword') }
    const code = codeIn(entries, 'passwordCode')
    return code ? { code } : undefined
  }

  return (
    <Section heading={words.heading}>
      <p>{words.text}</p>
      <AuthForm
        words={words}
        attempts={attempts}
        attempt={attempt}
        look="btn quiet small"
        secondary={
          proof === 'password' ? (
            <TextButton onPress={sendCode}>{words.byCode}</TextButton>
          ) : (
            <TextButton onPress={() => setProof('password')}>{accountPage.cancel}</TextButton>
          )
        }
      >
        {(state) => (
          <>
            <OwnAddress email={email} />
            {proof === 'password' ? (
              <PasswordField label={words.current} name="currentPassword" kind="current" state={state} />
            ) : (
              <CodeField label={words.code} name="passwordCode" />
            )}
            <PasswordField label={words.label} kind="new" email={email} state={state} />
          </>
        )}
      </AuthForm>
    </Section>
  )
}
