import { accountWords as words } from '#words/desk/form.ts'
import { longTime } from '#words/format.ts'
import type { ShownForm } from '../../../../domain/staff/form.ts'
import { useDesk } from '../desk-context.ts'
import { Decision } from '../parts/decision.tsx'
import { type Told, ToldNotice, useTold } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'
import { Folded } from './folded.tsx'

type Account = NonNullable<ShownForm['account']>

/** Whose account it is, and what one can do to everything of it. */
export function AccountPart({ form: { account } }: { form: ShownForm }) {
  const short = account?.deletion_asked_at ? words.short.deletion : account?.is_held ? words.short.held : undefined
  return (
    <Folded heading={words.heading} short={short} isUrgent={short !== undefined}>
      {account ? <Facts account={account} /> : <p className="fine">{words.none}</p>}
    </Folded>
  )
}

function Facts({ account }: { account: Account }) {
  const { person } = useDesk()
  const [told, tell] = useTold()
  const { email, is_held: isHeld, banned_until: banned, deletion_asked_at: asked } = account
  return (
    <>
      {email ? (
        <p>
          {words.email} <bdi>{email}</bdi>
        </p>
      ) : null}
      {isHeld ? <p className="notice">{words.held}</p> : null}
      {banned ? <p className="notice">{words.banned(longTime(new Date(banned)))}</p> : null}
      {asked ? <p className="notice">{words.deletion(longTime(new Date(asked)))}</p> : null}
      <ToldNotice told={told} />
      <div className="decisions">
        {isHeld ? <OfAccount name="staff_release_account" deed="release" account={account} tell={tell} /> : <OfAccount name="staff_hold_account" deed="hold" account={account} tell={tell} />}
        <OfAccount name="staff_cancel_account" deed="cancel" account={account} tell={tell} />
        {person.role === 'lead' ? <OfAccount name="staff_end_sessions" deed="endSessions" account={account} tell={tell} /> : null}
      </div>
    </>
  )
}

interface OfAccountProps {
  name: 'staff_hold_account' | 'staff_release_account' | 'staff_cancel_account' | 'staff_end_sessions'
  deed: 'hold' | 'release' | 'cancel' | 'endSessions'
  account: Account
  tell: (told: Told | undefined) => void
}

function OfAccount({ name, deed, account: { id }, tell }: OfAccountProps) {
  const change = useChange(name)
  return (
    <Decision
      words={words[deed]}
      change={change}
      parameters={() => ({ p_account: id })}
      told={({ count }) => ({ tone: 'good', text: words[deed].done(count) })}
      tell={tell}
    />
  )
}
