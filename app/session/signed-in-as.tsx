import { controls } from '#words/controls.ts'
import { backend } from '../backend/backend.ts'
import type { Account } from '../backend/session.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/link.tsx'

interface SignedInAsProps {
  account: Account
  /** On the page of the account there is no link to it. */
  on?: 'account' | undefined
}

/** Who is signed in, the way to the account, and the way out. */
export function SignedInAs({ account, on }: SignedInAsProps) {
  return (
    <p className="who">
      <span>
        {controls.signedInAs} {account.email}
      </span>
      <span>
        {on === 'account' ? null : <Link to={paths.account}>{controls.account}</Link>}
        <button type="button" onClick={() => void backend().signOut()}>
          {controls.signOut}
        </button>
      </span>
    </p>
  )
}
