import { controls } from '../../content/controls.ts'
import type { Account } from '../backend/accounts.ts'
import { backend } from '../backend/backend.ts'

/** Who is signed in, and the way out; `onSignOut` is told before it happens. */
export function SignedInAs({ account, onSignOut }: { account: Account; onSignOut?: () => void }) {
  const signOut = () => {
    onSignOut?.()
    void backend().signOut()
  }
  return (
    <p className="who">
      <span>
        {controls.signedInAs} {account.email}
      </span>
      <button type="button" onClick={signOut}>
        {controls.signOut}
      </button>
    </p>
  )
}
