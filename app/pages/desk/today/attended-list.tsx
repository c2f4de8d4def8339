import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Told } from '../parts/told.tsx'
import { Matter } from './matter.tsx'
import { merged } from './merged.ts'
import { Outcome, type Subject } from './outcome.tsx'

interface AttendedListProps<Row> {
  heading: string
  text?: string
  /** Of all that wait, of which the longest waiting are in `rows`. */
  count: number
  rows: Row[]
  subjectOf: (row: Row) => Subject
  /** Draws a row, with what became of it in place of what one can do (`.deciding`). */
  children: (row: Row, tell: (told: Told | undefined) => void, outcome: ReactNode) => ReactNode
}

/** What was told of a row, and how high what one could do was at that moment. */
interface Settled {
  told: Told
  height: number
}

/**
 * A list of what waits, which others settle too. While somebody is at it no row moves: what is settled stays in its place with
 * what became of it, until they go on, so that a second tap never meets the row of somebody else.
 */
export function AttendedList<Row>({ heading, text, count, rows, subjectOf, children }: AttendedListProps<Row>) {
  const [attended, setAttended] = useState<string>()
  const [told, setTold] = useState<{ key: string; told: Told | undefined }>()
  const [settled, setSettled] = useState<ReadonlyMap<string, Settled>>(new Map())
  const isInUse = attended !== undefined || settled.size > 0
  const [shown, setShown] = useState({ rows, isInUse, lines: rows })
  const keyOf = (row: Row) => subjectOf(row).key
  // What is settled may still be in what was read before.
  const [left, setLeft] = useState<{ rows: Row[]; keys: ReadonlySet<string> }>({ rows: [], keys: new Set() })
  if (shown.rows !== rows || shown.isInUse !== isInUse) {
    const lines = isInUse ? merged(shown.lines, rows, keyOf) : rows
    setShown({ rows, isInUse, lines: left.rows === rows ? lines.filter((row) => !left.keys.has(keyOf(row))) : lines })
  }
  const waiting = new Set(rows.map(keyOf))
  const id = useId()

  // Only once a press is over: what moved under it would be pressed instead.
  const attend = useEffectEvent(({ target }: Event) => {
    // The way on is gone with its press.
    if (target instanceof Element && !target.isConnected) return
    const row = target instanceof Element && document.getElementById(id)?.contains(target) ? target.closest<HTMLElement>('[data-index]') : null
    const line = row ? shown.lines[Number(row.dataset.index)] : undefined
    setAttended(line === undefined ? undefined : keyOf(line))
  })
  useEffect(() => {
    const hear = (event: Event) => attend(event)
    const box = document.getElementById(id)
    box?.addEventListener('focusin', hear)
    for (const type of ['click', 'keyup']) document.addEventListener(type, hear)
    return () => {
      box?.removeEventListener('focusin', hear)
      for (const type of ['click', 'keyup']) document.removeEventListener(type, hear)
    }
  }, [id])

  function tell(index: number, key: string, next: Told | undefined) {
    setTold({ key, told: next })
    if (!next || next.tone === 'bad') return
    const height = rowAt(id, index)?.querySelector<HTMLElement>('.deciding')?.offsetHeight ?? 0
    setSettled((before) => new Map(before).set(key, { told: next, height }))
  }

  function goOn(from: number) {
    const open = shown.lines.map(keyOf).flatMap((key, index) => (waiting.has(key) && !settled.has(key) ? index : []))
    const next = open.find((index) => index > from) ?? open.at(-1)
    const target = next === undefined ? undefined : rowAt(id, next)?.querySelector<HTMLElement>('a, button')
    ;(target ?? document.querySelector('h1'))?.focus()
    setAttended(undefined)
    setTold(undefined)
    setLeft({ rows, keys: new Set(settled.keys()) })
    setSettled(new Map())
  }

  return (
    <Matter heading={heading} text={text} count={count} shown={rows.length} isThere={shown.lines.length > 0}>
      <ul className="matters" aria-label={heading} id={id}>
        {shown.lines.map((row, index) => {
          const subject = subjectOf(row)
          const { key } = subject
          const own = settled.get(key)
          const problem = told?.key === key && told.told?.tone === 'bad' ? told.told.text : undefined
          const isSettled = own !== undefined || !waiting.has(key)
          return (
            <li key={key} data-index={index}>
              {children(
                row,
                (next) => tell(index, key, next),
                isSettled ? <Outcome subject={subject} {...own} isAttended={attended === key} onGoOn={() => goOn(index)} /> : null,
              )}
              {/* Rendered while empty, too: screen readers announce only what changes in a live region. */}
              <div role="status">{problem && !isSettled ? <p className="notice bad">{problem}</p> : null}</div>
            </li>
          )
        })}
      </ul>
    </Matter>
  )
}

const rowAt = (list: string, index: number) => document.getElementById(list)?.children[index]
