import { accountPage } from '#words/account.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ActionButton } from './action-button.tsx'
import { CopySection } from './copy-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { EmailSection } from './email-section.tsx'
import { FactorSection } from './factor-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { StoredSection } from './stored-section.tsx'
import { useOwnAccount } from './use-own-account.ts'

/** The page's sections, once they have been read. */
export function OwnAccount({ onSignedOut }: { onSignedOut: () => void }) {
  const { reading, reread } = useOwnAccount(onSignedOut)
  if (reading.state !== 'read') return reading.state === 'reading' ? <Spinner /> : <NotRead onRetry={reread} />
  const { account, user, codes, byRecoveryCode, readAt } = reading
  return (
    <div className="own-account body">
      <StoredSection enrollments={account.enrollments} reread={reread} />
      <CopySection user={user} reread={reread} />
      <EmailSection user={user} reread={reread} />
      <PasswordSection email={user.email} reread={reread} />
      <FactorSection user={user} codes={codes} byRecoveryCode={byRecoveryCode} reread={reread} />
      <SessionsSection sessions={account.sessions} readAt={readAt} reread={reread} />
      <DeletionSection askedAt={account.deletion_asked_at} reread={reread} />
    </div>
  )
}

function NotRead({ onRetry }: { onRetry: () => Promise<void> }) {
  const words = accountPage.notRead
  return (
    <div className="notice" role="alert">
      <p>{words.text}</p>
      <ActionButton words={{ submit: words.retry, busy: words.busy }} onPress={onRetry} />
    </div>
  )
}
