import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { staffDeeds } from '#words/desk/actions.ts'
import { momentText, todayWords as words } from '#words/desk/today.ts'
import type { Told } from '../parts/told.tsx'
import { useReading } from '../use-reading.ts'

interface Subject {
  /** Tells the rows apart. */
  key: string
  /** What a person calls it. */
  name: string
  /** The form that it is about, whose log says who has settled it. */
  enrollment?: string
}

interface AttendedListProps<Row> {
  label: string
  rows: Row[]
  subjectOf: (row: Row) => Subject
  /** Draws a row. What is told of it stays in its place, also once it is gone. */
  children: (row: Row, tell: (told: Told | undefined) => void) => ReactNode
}

interface Attended {
  subject: Subject
  index: number
  told?: Told | undefined
}

/**
 * A list of what waits, which others settle too: where the row that somebody is at disappears, a line in its place says what
 * became of it, and by whom, and takes the focus.
 */
export function AttendedList<Row>({ label, rows, subjectOf, children }: AttendedListProps<Row>) {
  const [attended, setAttended] = useState<Attended>()
  const subjects = rows.map(subjectOf)
  const isGone = attended !== undefined && !subjects.some(({ key }) => key === attended.subject.key)
  const attend = (index: number, told?: { told: Told | undefined }) => {
    const subject = subjects[index]
    if (!subject) return
    setAttended((before) => ({ subject, index, told: told ? told.told : before?.subject.key === subject.key ? before.told : undefined }))
  }
  const list = useRef<HTMLUListElement>(null)
  const hearFocus = useEffectEvent(({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    if (row) attend(Number(row.dataset.index))
  })
  useEffect(() => {
    const box = list.current
    const hear = (event: FocusEvent) => hearFocus(event)
    box?.addEventListener('focusin', hear)
    return () => box?.removeEventListener('focusin', hear)
  }, [])
  const items = rows.map((row, index) => {
    const { key = String(index) } = subjects[index] ?? {}
    return (
      <li key={key} data-index={index}>
        {children(row, (told) => attend(index, { told }))}
        {/* Rendered while empty, too: screen readers announce only what changes in a live region. */}
        <div role="status">
          {attended?.told && attended.subject.key === key ? <p className={`notice ${attended.told.tone}`}>{attended.told.text}</p> : null}
        </div>
      </li>
    )
  })
  if (isGone) {
    items.splice(
      attended.index,
      0,
      <li key={`gone ${attended.subject.key}`}>
        {attended.told || !attended.subject.enrollment ? (
          <Slip text={attended.told ? words.slip(attended.subject.name, attended.told.text) : words.gone(attended.subject.name)} />
        ) : (
          <SettledByOthers name={attended.subject.name} enrollment={attended.subject.enrollment} />
        )}
      </li>,
    )
  }
  return (
    <ul className="matters" aria-label={label} ref={list}>
      {items}
    </ul>
  )
}

/** In place of a row: the focus was in it. */
function Slip({ text }: { text: string }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  }, [])
  return (
    <p className="notice" tabIndex={-1} ref={box}>
      {text}
    </p>
  )
}

function SettledByOthers({ name, enrollment }: { name: string; enrollment: string }) {
  const { value, readAt, attempt } = useReading('staff_log_entries', { p_enrollment: enrollment, p_limit: 1 })
  if (!value && attempt === 'under-way') return null
  const last = value?.entries[0]
  if (!last || !readAt) return <Slip text={words.gone(name)} />
  return <Slip text={words.goneBy(name, last.staff, staffDeeds[last.action], momentText(new Date(last.at), readAt))} />
}
