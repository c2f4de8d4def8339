import { controls } from '#words/controls.ts'
import { backend } from '../backend/backend.ts'
import type { Account } from '../backend/session.ts'

/** Who is signed in, and the way out. */
export function SignedInAs({ account }: { account: Account }) {
  return (
    <p className="who">
      <span>
        {controls.signedInAs} {account.email}
      </span>
      <button type="button" onClick={() => void backend().signOut()}>
        {controls.signOut}
      </button>
    </p>
  )
}
