import { useState } from 'react'
import * as v from 'valibot'
import { emailWords as words } from '#words/account.ts'
import { authMessages, credentialProblem } from '#words/auth.ts'
import { credentialLimits, credentialsSchema } from '../../../domain/credentials.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import type { OwnUser } from '../../backend/own-credentials.ts'
import { showLine } from '../../ui/toasts.tsx'
import { CodeField, codeIn } from '../auth/auth-fields.tsx'
import { AuthForm, useAttempts, wentWell } from '../auth/auth-form.tsx'
import { Section } from './section.tsx'

interface EmailSectionProps {
  user: OwnUser
  reread: () => Promise<void>
}

/** Another address, which counts once both mailboxes have agreed. */
export function EmailSection({ user: { email, newEmail }, reread }: EmailSectionProps) {
  const attempts = useAttempts()

  async function attempt(entries: FormData, form: HTMLFormElement) {
    const parsed = v.safeParse(credentialsSchema.entries.email, entries.get('newEmail'))
    if (!parsed.success) return showLine(credentialProblem('email', parsed.issues[0]), 'error')
    if (parsed.output.toLowerCase() === email.toLowerCase()) return showLine(words.same, 'error')
    if (!wentWell(await accountBackend().changeEmail(parsed.output))) return
    showLine(words.sent, 'success')
    form.reset()
    await reread()
  }

  return (
    <Section heading={words.heading}>
      <p>
        {words.text} <b>{email}</b>
      </p>
      {newEmail ? <Pending key={newEmail} email={email} newEmail={newEmail} reread={reread} /> : null}
      <AuthForm words={words} attempts={attempts} attempt={attempt} look="btn quiet small">
        {() => (
          <div className="field">
            <label htmlFor="newEmail">{words.label}</label>
            <input
              id="newEmail"
              name="newEmail"
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={credentialLimits.email.max}
              required
            />
          </div>
        )}
      </AuthForm>
    </Section>
  )
}

/** A change under way, with a form for the code of each address that has not agreed yet. */
function Pending({ email, newEmail, reread }: { email: string; newEmail: string; reread: () => Promise<void> }) {
  const [agreed, setAgreed] = useState<string>()
  return (
    <div className="notice pending">
      <p>
        {words.pending} <b>{newEmail}</b>
      </p>
      <p>{words.codes}</p>
      {[email, newEmail].map((address, index) =>
        address === agreed ? null : (
          <CodeOf
            key={address}
            address={address}
            name={index === 0 ? 'currentCode' : 'newCode'}
            onHalfway={() => setAgreed(address)}
            reread={reread}
          />
        ),
      )}
    </div>
  )
}

const codeWords = { submit: words.confirm, busy: words.confirming }

interface CodeOfProps {
  address: string
  name: string
  onHalfway: () => void
  reread: () => Promise<void>
}

function CodeOf({ address, name, onHalfway, reread }: CodeOfProps) {
  const attempts = useAttempts()
  async function attempt(entries: FormData) {
    const code = codeIn(entries, name)
    if (!code) return showLine(authMessages.brokenCode, 'error')
    const answer = await accountBackend().confirmEmail(address, code)
    if (!wentWell(answer)) return
    showLine(answer.outcome === 'halfway' ? words.halfway : words.changed, 'success')
    if (answer.outcome === 'halfway') return onHalfway()
    await reread()
  }
  return (
    <AuthForm
      words={codeWords}
      attempts={attempts}
      attempt={attempt}
      look="btn quiet small"
    >
      {() => <CodeField label={words.codeOf(address)} name={name} />}
    </AuthForm>
  )
}
