import { useCallback, useEffect, useState } from 'react'
import { deskFrame } from '#words/desk/frame.ts'
import type { Touch } from '../../../domain/staff/people.ts'
import { backend } from '../../backend/backend.ts'
import { call, type Denial, onDenial } from '../../backend/staff/call.ts'
import { browserClock } from '../../clock.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { DeskPage } from './desk-frame.tsx'
import type { Entry } from './desk-context.ts'
import { NoAnswer } from './no-answer.tsx'
import { NothingHere } from './nothing-here.tsx'
import { SecondFactor } from './second-factor.tsx'
import { beganSetUp, endSetUp } from './set-up.ts'
import type { Closing } from './sign-in.tsx'
import { noteOpened, useIdle } from './use-idle.ts'

type Standing =
  // `set-up`: with a second factor, and still at its recovery codes.
  | { state: 'asking' | 'unreachable' | 'nobody' | 'lacks-factor' | 'set-up' }
  | { state: 'inside'; touch: Touch; mark: string }

interface AdmissionProps {
  userId: string
  entry: Entry
  onAdmitted: () => void
  onClosed: (why: Closing) => void
}

/** How soon it is asked again by itself whether one is let in, while no answer comes. */
const retryMs = 10_000

/** Undefined after a denial, which is heard of otherwise. */
async function askStanding(): Promise<Standing | undefined> {
  const [touch, pulse] = await Promise.all([call('staff_touch', {}), call('staff_pulse', {})])
  if (touch.outcome === 'denied' || pulse.outcome === 'denied') return undefined
  if (touch.outcome !== 'done' || pulse.outcome !== 'done') return { state: 'unreachable' }
  return { state: 'inside', touch: touch.value, mark: pulse.value.mark }
}

/** Asks the server who somebody is that is signed in, and shows the desk to the staff for as long as it says so. */
export function Admission({ userId, entry, onAdmitted, onClosed }: AdmissionProps) {
  const [standing, setStanding] = useState<Standing>({ state: 'asking' })
  const [was, setWas] = useState(entry)
  if (was === 'load' && (standing.state === 'lacks-factor' || standing.state === 'set-up')) setWas('step')

  const leave = useCallback(
    (why: Closing) => {
      onClosed(why)
      setStanding({ state: 'asking' })
      void backend().signOut()
    },
    [onClosed],
  )

  const take = useCallback(
    (found: Standing | undefined) => {
      if (!found) return
      if (found.state === 'inside' && beganSetUp(userId)) return setStanding({ state: 'set-up' })
      if (found.state === 'inside') {
        noteOpened()
        onAdmitted()
      }
      setStanding(found)
    },
    [onAdmitted, userId],
  )
  const ask = async () => take(await askStanding())
  const goOn = async () => {
    endSetUp()
    await ask()
  }

  const hearDenial = useCallback(
    (why: Denial) => {
      if (why === 'insufficient_aal') return setStanding({ state: 'lacks-factor' })
      if (why === 'not_staff') return setStanding({ state: 'nobody' })
      if (why === 'not_a_lead') return
      onAdmitted()
      leave(why === 'session_idle' ? 'idle' : 'signed-out')
    },
    [leave, onAdmitted],
  )

  useEffect(() => onDenial(hearDenial), [hearDenial])
  useEffect(() => void askStanding().then(take), [take])
  useEffect(() => {
    const { state } = standing
    if (state === 'unreachable') return browserClock.start(() => void askStanding().then(take), retryMs)
    if (state === 'asking' || state === 'lacks-factor' || state === 'set-up') document.title = deskFrame.outside
    return undefined
  }, [standing, take])

  switch (standing.state) {
    case 'inside':
      return <Inside touch={standing.touch} mark={standing.mark} entry={was} onLeave={leave} />
    case 'lacks-factor':
    case 'set-up':
      return <SecondFactor key={standing.state} state={standing.state} userId={userId} onDone={goOn} />
    case 'nobody':
      return <NothingHere />
    case 'unreachable':
      return <NoAnswer onRetry={ask} />
    default:
      return (
        <main className="wrap desk-outside">
          <Spinner />
        </main>
      )
  }
}

function Inside({ touch, mark, entry, onLeave }: { touch: Touch; mark: string; entry: Entry; onLeave: (why: Closing) => void }) {
  useIdle(touch.idle_seconds, () => onLeave('idle'))
  const { role, name } = touch
  return <DeskPage person={{ role, name }} mark={mark} entry={entry} onSignOut={() => onLeave('signed-out')} />
}
