import { deskConnection as words } from '#words/desk/frame.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useSending } from '../../ui/use-sending.ts'
import type { Reading } from './use-reading.ts'

/** While there is nothing to show yet: that it is being read, or that it could not be. */
export function ReadingState({ reading: { value, attempt, reread } }: { reading: Pick<Reading<unknown>, 'value' | 'attempt' | 'reread'> }) {
  const { state, start } = useSending()
  if (value !== undefined || attempt === 'done') return null
  if (attempt === 'under-way' && state === 'idle') return <Spinner />
  if (attempt === 'denied') return <p className="notice bad">{words.notALead}</p>
  return (
    <div className="notice bad" role="alert">
      <p>{words.notRead}</p>
      <button type="button" className="btn quiet small" aria-disabled={state === 'sending' || undefined} onClick={() => start(reread)}>
        {state === 'sending' ? words.trying : words.tryAgain}
      </button>
    </div>
  )
}
