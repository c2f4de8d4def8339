import { useEffect, useRef } from 'react'
import { peopleWords as words } from '#words/desk/people.ts'
import { longDate, longTime } from '#words/format.ts'
import type { StaffRole } from '../../../../domain/staff/parts.ts'
import type { StaffPerson } from '../../../../domain/staff/people.ts'
import { Decision } from '../parts/decision.tsx'
import { type Told, ToldNotice, useTold } from '../parts/told.tsx'
import { ReadingState } from '../reading-state.tsx'
import { useChange } from '../use-change.ts'
import { useReading } from '../use-reading.ts'
import { ViewHeading } from '../view-heading.tsx'
import { AddPerson } from './add-person.tsx'

/** For leads: who works here, as what, and how they sign in. */
export function PeopleView() {
  const reading = useReading('staff_people', {})
  const [told, tell] = useTold()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) notice.current?.focus()
  }, [told])
  return (
    <>
      <ViewHeading>{words.heading}</ViewHeading>
      <p className="lead">{words.lead}</p>
      {/* Whose row is gone has taken the focus along. */}
      <div tabIndex={-1} ref={notice}>
        <ToldNotice told={told} />
      </div>
      <ReadingState reading={reading} />
      {reading.value ? (
        <ul className="people" aria-label={words.list}>
          {reading.value.people.map((person) => (
            <Person key={person.id} person={person} onRemoved={tell} />
          ))}
        </ul>
      ) : null}
      {reading.value ? <AddPerson /> : null}
    </>
  )
}

interface PersonProps {
  person: StaffPerson
  onRemoved: (told: Told | undefined) => void
}

function Person({ person, onRemoved }: PersonProps) {
  const [told, tell] = useTold()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  const { id, email, role, made_at: made, signed_in_at: signedIn, factors, sessions, is_self: isSelf } = person
  const change = useChange('staff_set_role')
  const other: StaffRole = role === 'lead' ? 'staff' : 'lead'
  const toOther = words[role === 'lead' ? 'makeStaff' : 'makeLead']
  return (
    <li>
      <div>
        <b className="email">
          <bdi>{email}</bdi>
        </b>{' '}
        <span className="here">{words.roles[role]}</span> {isSelf ? <span className="here">{words.you}</span> : null}
        <p className="fine">
          {[
            words.since(longDate(new Date(made))),
            signedIn ? words.signedIn(longTime(new Date(signedIn))) : words.never,
            sessions > 0 ? words.sessions(sessions) : null,
            factors > 0 ? words.factor : words.noFactor,
          ]
            .filter((part) => part !== null)
            .join(', ')}
        </p>
      </div>
      <div className="decisions">
        <Decision
          words={toOther}
          label={toOther.named(email)}
          change={change}
          parameters={() => ({ p_account: id, p_role: other })}
          told={() => ({ tone: 'good', text: `${email}: ${toOther.done}` })}
          tell={tell}
        />
        <Decision
          words={words.remove}
          label={words.remove.named(email)}
          look="btn quiet small danger"
          change={change}
          parameters={() => ({ p_account: id, p_role: null })}
          told={() => ({ tone: 'good', text: `${email}: ${words.remove.done}` })}
          tell={(next) => (next?.tone === 'good' ? onRemoved : tell)(next)}
        />
      </div>
      <div className="row-told" ref={notice}>
        <ToldNotice told={told} />
      </div>
    </li>
  )
}
