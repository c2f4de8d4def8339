import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { onboardingNotices as words } from '#words/onboarding.ts'
import { backend } from '../../backend/backend.ts'
import { forgetPayer, isAnother, keepPayer, type Payer } from '../../backend/payer.ts'
import { rememberReturn } from '../../backend/return-path.ts'
import type { Account } from '../../backend/session.ts'
import { usePayer } from '../../session/use-payer.ts'

/** Says that the link was for another address than the one that is signed in, and offers to change over (R-PAYER-LINK). */
export function PaidByAnother({ account }: { account: Account }) {
  const { pathname, search } = useLocation()
  const payer = usePayer()
  const isOther = payer && isAnother(payer, account.email)
  useEffect(() => {
    if (isOther === false) forgetPayer()
  }, [isOther])
  if (!isOther) return null

  function changeOver(to: Payer) {
    const signingOut = backend().signOut()
    // The sign-out has just deleted both. This person asked to come back.
    rememberReturn(pathname + search)
    keepPayer(to)
    void signingOut
  }

  return (
    // Its text is ours: anybody can write a link (R-ADDRESS-TEXT).
    <div role="status">
      <div className="notice">
        <b>{words.paidByAnother.heading}</b>
        <p>{words.paidByAnother.text}</p>
        <button className="btn quiet small" type="button" onClick={() => changeOver(payer)}>
          {words.paidByAnother.changeOver}
        </button>
      </div>
    </div>
  )
}
