import { useRef } from 'react'
import { correctionWords as words } from '#words/account.ts'
import type { CorrectedColumns } from '../../../domain/correction.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import type { OwnEnrollment } from '../../backend/own-account.ts'
import { showLine } from '../../ui/toasts.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { valueOf } from './told.ts'

interface CorrectionProps {
  enrollment: OwnEnrollment
  /** Where the whole form can be filled in again. */
  form: string
  state: 'open' | 'closed'
  onState: (state: 'open' | 'closed') => void
  reread: () => Promise<void>
}

/** Puts one thing right. */
export function Correction({ enrollment, form, state, onState, reread }: CorrectionProps) {
  const box = useRef<HTMLDivElement>(null)
  const isOpen = state === 'open'

  async function save(columns: CorrectedColumns) {
    const saved = valueOf(await accountBackend().correct(enrollment.id, columns))
    await reread()
    if (saved === undefined) return
    showLine(words.saved, 'success')
    close()
  }

  function close() {
    onState('closed')
    // The form disappears with the focus in it.
    box.current?.querySelector('button')?.focus()
  }

  return (
    <div className="correction" ref={box}>
      <button
        type="button"
        className="btn quiet small"
        aria-expanded={isOpen}
        onClick={() => onState(isOpen ? 'closed' : 'open')}
      >
        {words.open}
      </button>
      {isOpen ? <CorrectionForm enrollment={enrollment} form={form} save={save} onCancel={close} /> : null}
    </div>
  )
}
