import { lengthText, momentText, sendingWords as words } from '#words/desk/today.ts'
import type { Today } from '../../../../domain/staff/today.ts'
import { Decision } from '../parts/decision.tsx'
import { type Told, ToldNotice, useTold } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'

type Deliveries = Today['deliveries']

/** Whether DisputeFox answers, in a sentence. */
function answering({ paused_until: pausedUntil, failures, last_attempt_at: lastAttempt, last_accepted_at: lastAccepted, last_pretended_at: lastPretended }: Deliveries, now: Date) {
  const text = (moment: string) => momentText(new Date(moment), now)
  if (pausedUntil) return { tone: 'bad', text: words.paused(text(pausedUntil)) }
  if (failures > 0 && lastAttempt) return { tone: 'bad', text: words.failing(failures, text(lastAttempt)) }
  if (lastPretended && Date.parse(lastPretended) > Date.parse(lastAccepted ?? new Date(0).toISOString())) return { tone: '', text: words.pretended(text(lastPretended)) }
  return { tone: lastAccepted ? 'good' : '', text: lastAccepted ? words.reachable(text(lastAccepted)) : words.never }
}

const released = ({ review, waiting }: { review: number; waiting: number }): Told => ({ tone: 'good', text: words.released(review, waiting) })

/** Why nothing is sent at all; null where something is. */
export function HeldNotice({ deliveries: { held_since: since, held_because: because }, now }: { deliveries: Deliveries; now: Date }) {
  if (!since) return null
  return <p className="notice bad">{words.held[because ?? 'by-hand'](momentText(new Date(since), now))}</p>
}

/** Whether DisputeFox answers, what waits, and the switch that holds everything back. */
export function Sending({ deliveries, now }: { deliveries: Deliveries; now: Date }) {
  const { waiting, sending, oldest_waiting_seconds: oldest, held_since: heldSince, held_because: because } = deliveries
  const [told, tell] = useTold()
  const hold = useChange('staff_hold')
  const release = useChange('staff_release')
  const state = answering(deliveries, now)
  return (
    <>
      <p className={`notice ${state.tone}`}>{state.text}</p>
      <p>
        {words.waiting(waiting, lengthText(oldest))} {sending > 0 ? words.sending(sending) : null}
      </p>
      <ToldNotice told={told} />
      <div className="actions">
        {heldSince ? null : (
          <Decision
            words={words.hold}
            change={hold}
            parameters={() => ({})}
            told={() => ({ tone: 'good', text: words.hold.done })}
            tell={tell}
          />
        )}
        {heldSince && because === 'restored' ? (
          <Decision words={words.releaseToPerson} change={release} parameters={() => ({ p_review: true })} told={released} tell={tell} />
        ) : null}
        {heldSince && because !== 'left' ? (
          <Decision
            words={because === 'restored' ? words.releaseRestored : words.release}
            change={release}
            parameters={() => ({ p_review: false })}
            told={released}
            tell={tell}
          />
        ) : null}
      </div>
    </>
  )
}
