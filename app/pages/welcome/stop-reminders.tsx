import { useRef, useState, useSyncExternalStore } from 'react'
import { stopReminders as words } from '#words/welcome.ts'
import { keptStopToken, stopReminders } from '../../backend/stop-reminders.ts'

const neverChanges = () => () => undefined

/** For whoever came by the link in a reminder. Nothing is sent before the press. */
export function StopReminders() {
  const isServed = useSyncExternalStore(neverChanges, () => false, () => true)
  const token = isServed ? undefined : keptStopToken()
  const [state, setState] = useState<'asked' | 'sending' | 'stopped' | 'failed'>('asked')
  const box = useRef<HTMLDivElement>(null)

  async function stop(given: string) {
    setState('sending')
    setState(await stopReminders(given))
    // The button may be gone; the focus stays in the notice.
    box.current?.focus()
  }

  return (
    // Rendered while empty, too: screen readers announce only what changes in a live region.
    <div role="status" tabIndex={-1} ref={box}>
      {state === 'stopped' ? <p className="notice good">{words.done}</p> : null}
      {token ? (
        <div className="notice">
          <h2>{words.heading}</h2>
          <p>{state === 'failed' ? words.failed : words.text}</p>
          <button className="btn quiet small" type="button" disabled={state === 'sending'} onClick={() => void stop(token)}>
            {state === 'sending' ? words.busy : words.submit}
          </button>
        </div>
      ) : null}
    </div>
  )
}
