import { deletionWords as words } from '#words/account.ts'
import { longDate } from '#words/format.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import { showLine } from '../../ui/toasts.tsx'
import { ActionButton } from './action-button.tsx'
import { Section } from './section.tsx'
import { valueOf } from './told.ts'

interface DeletionSectionProps {
  /** Since when there is an open request. */
  askedAt: string | null
  reread: () => Promise<void>
}

/** Asks the staff for deletion, and takes it back (R-ACCOUNT-DELETION). */
export function DeletionSection({ askedAt, reread }: DeletionSectionProps) {
  async function ask() {
    const since = valueOf(await accountBackend().askForDeletion())
    if (since === null) showLine(words.tooOften, 'error')
    await reread()
  }

  async function withdraw() {
    if (valueOf(await accountBackend().withdrawDeletion()) !== undefined) showLine(words.withdrawn)
    await reread()
  }

  return (
    <Section heading={words.heading}>
      <p>{words.text}</p>
      <h3>{words.keptHeading}</h3>
      <ul className="plain">
        {words.kept.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div role="status">{askedAt ? <p className="notice">{words.asked(longDate(new Date(askedAt)))}</p> : null}</div>
      {/* One button that changes: the focus stays on it. */}
      <ActionButton
        words={askedAt ? { submit: words.withdraw, busy: words.busy } : words}
        onPress={askedAt ? withdraw : ask}
      />
    </Section>
  )
}
