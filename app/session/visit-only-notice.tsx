import { connectionMessages } from '../../content/auth.ts'
import { useSessionKept } from '../backend/session-kept.ts'

/** Says that a sign-in lasts for this visit only, where the browser blocks its storage or has it full. */
export function VisitOnlyNotice() {
  const kept = useSessionKept()
  return (
    // The region stands there before it says something, or it would not be read out.
    <div role="status" className="connection">
      {kept === 'kept' ? null : <p className="notice">{connectionMessages.visitOnly}</p>}
    </div>
  )
}
