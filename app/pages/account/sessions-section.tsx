import { sessionWords as words } from '#words/account.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import type { OwnSession } from '../../backend/own-account.ts'
import { showLine } from '../../ui/toasts.tsx'
import { wentWell } from '../auth/auth-form.tsx'
import { ActionButton } from './action-button.tsx'
import { deviceWords, roughTime } from './device-words.ts'
import { Section } from './section.tsx'
import { valueOf } from './told.ts'

interface SessionsSectionProps {
  sessions: OwnSession[]
  readAt: Date
  reread: () => Promise<void>
}

/** Where somebody is signed in, and how to end it. */
export function SessionsSection({ sessions, readAt, reread }: SessionsSectionProps) {
  const isAlone = sessions.length < 2

  async function end(id: string) {
    // One that has ended meanwhile is as good.
    if (valueOf(await accountBackend().endSession(id)) !== undefined) showLine(words.ended, 'success')
    await reread()
  }

  async function endOthers() {
    if (wentWell(await accountBackend().endOtherSessions())) showLine(words.endedOthers, 'success')
    await reread()
  }

  return (
    <Section heading={words.heading} hint={words.text}>
      <ul className="devices">
        {sessions.map((session) => (
          <Device key={session.id} session={session} readAt={readAt} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {isAlone ? (
        <p className="fine">{words.alone}</p>
      ) : (
        <ActionButton words={{ submit: words.endOthers, busy: words.endingOthers }} onPress={endOthers} />
      )}
    </Section>
  )
}

interface DeviceProps {
  session: OwnSession
  readAt: Date
  onEnd: () => Promise<void>
}

function Device({ session, readAt, onEnd }: DeviceProps) {
  const name = deviceWords(session.user_agent)
  const facts = [
    words.opened(roughTime(new Date(session.opened_at), readAt)),
    words.used(roughTime(new Date(session.used_at), readAt)),
    session.network ? words.network(session.network) : null,
  ]
  return (
    <li>
      <div>
        <b>{name}</b>{' '}
        {session.is_current ? <span className="here">{words.current}</span> : null}
        <p className="fine">{facts.filter((fact) => fact !== null).join(', ')}</p>
      </div>
      {session.is_current ? null : (
        <ActionButton
          words={{ submit: words.end, busy: words.endingOthers }}
          onPress={onEnd}
          label={words.endNamed(name)}
        />
      )}
    </li>
  )
}
