import { useEffect, useRef } from 'react'
import { staffDeeds } from '#words/desk/actions.ts'
import { momentText, todayWords as words } from '#words/desk/today.ts'
import { useDesk } from '../desk-context.ts'
import { type Told, ToldText, whoOf } from '../parts/told.tsx'
import { useReading } from '../use-reading.ts'

export interface Subject {
  /** Tells the rows apart. */
  key: string
  /** What a person calls it. */
  name: string
  /** The form that it is about, whose log says who has settled it. */
  enrollment?: string
}

interface OutcomeProps {
  subject: Subject
  /** By the person at this desk; otherwise somebody else has settled it, or it has settled itself. */
  told?: Told
  /** What one could do was so high: where one has just pressed, nothing else is. */
  height?: number
  /** Somebody is at this row. */
  isAttended: boolean
  onGoOn: () => void
}

/** In place of what one can do about a row: what became of it, and the way on. */
export function Outcome({ subject: { name, enrollment }, told, height = 0, isAttended, onGoOn }: OutcomeProps) {
  return (
    <div className="settled">
      <div style={{ minHeight: height }}>
        {told ? (
          <Line told={{ ...told, text: words.slip(name, told.text) }} />
        ) : enrollment && isAttended ? (
          <SettledByOthers name={name} enrollment={enrollment} />
        ) : (
          <Line told={{ tone: 'look', text: words.gone(name) }} />
        )}
      </div>
      <button type="button" className="btn quiet small" onClick={onGoOn}>
        {words.goOn}
      </button>
    </div>
  )
}

/** Takes the focus, which was on a button that is gone. */
function Line({ told }: { told: Told }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  }, [])
  return (
    <p className={`notice ${told.tone}`} tabIndex={-1} ref={box}>
      <ToldText told={told} />
    </p>
  )
}

function SettledByOthers({ name, enrollment }: { name: string; enrollment: string }) {
  const { person } = useDesk()
  const { value, readAt, attempt } = useReading('staff_log_entries', { p_enrollment: enrollment, p_limit: 1 })
  if (!value && attempt === 'under-way') return null
  const last = value?.entries[0]
  const text = last && readAt ? words.goneBy(name, whoOf(last.staff, person.name), staffDeeds[last.action], momentText(new Date(last.at), readAt)) : words.gone(name)
  return <Line told={{ tone: 'look', text }} />
}
