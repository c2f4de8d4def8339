import { useState } from 'react'
import { copyWords as words } from '#words/account.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import type { OwnUser } from '../../backend/own-credentials.ts'
import { showLine } from '../../ui/toasts.tsx'
import { ActionButton } from './action-button.tsx'
import { ProofForm } from './proof-form.tsx'
import { saveFile } from './save-file.ts'
import { Section } from './section.tsx'
import { valueOf } from './told.ts'

interface CopySectionProps {
  user: OwnUser
  reread: () => Promise<void>
}

/** A copy of everything, for whoever has just proven who they are (R-ACCOUNT-PROOF). */
export function CopySection({ user, reread }: CopySectionProps) {
  const [proof, setProof] = useState<'unasked' | 'asked'>('unasked')

  async function download() {
    const asked = await accountBackend().readData()
    if (asked.outcome === 'done' && asked.value === undefined) return setProof('asked')
    setProof('unasked')
    const data = valueOf(asked)
    if (!data) return reread()
    saveFile(words.file, 'application/json', `${JSON.stringify(data, undefined, 2)}\n`)
    showLine(words.ready, 'success')
  }

  return (
    <Section heading={words.heading}>
      <p>{words.text}</p>
      {proof === 'asked' ? (
        <ProofForm user={user} onProven={download} onCancel={() => setProof('unasked')} />
      ) : (
        <ActionButton words={words} onPress={download} />
      )}
    </Section>
  )
}
