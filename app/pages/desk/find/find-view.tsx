import { useEffect, useRef, useState } from 'react'
import { findWords as words } from '#words/desk/find.ts'
import { call } from '../../../backend/staff/call.ts'
import { useDesk } from '../desk-context.ts'
import { FilterFields } from '../parts/filter-fields.tsx'
import { type Filter, keptFilter, parametersOf, setParts } from '../parts/filter.ts'
import { MoreButton } from '../parts/more-button.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { usePages } from '../parts/use-pages.ts'
import { ReadingState } from '../reading-state.tsx'
import { ViewHeading } from '../view-heading.tsx'
import { FoundRow } from './found-row.tsx'
import { KeySetting } from './key-setting.tsx'
import { moveWithin } from './move-within.ts'
import { searchField } from './use-search-key.ts'
import { useSettled } from './use-settled.ts'

/** So many forms are read at a time. */
const pageRows = 20
/** So long nobody types before it is asked. */
const settleMs = 180

/** Who is it? What is typed is searched for at once, and stands in no address and no storage. */
export function FindView() {
  const { go, searched } = useDesk()
  const [text, setText] = useState(searched.read)
  const [filter, setFilter] = useState(() => keptFilter('find').read())
  const [settled, settle] = useSettled(text.trim(), settleMs)
  const box = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const pages = usePages(JSON.stringify([settled, filter]), pageRows, async (after: string | null, limit) => {
    const called = await call('staff_find', { p_text: settled, ...parametersOf(filter), p_after: after, p_limit: limit })
    return called.outcome === 'done' ? { outcome: 'done', value: { rows: called.value.found, next: called.value.next } } : called
  })
  const { value: found, isCurrent, hasMore, attempt } = pages
  const isAnswered = isCurrent && settled === text.trim()
  useKeys(box, (event) => {
    if (isAnswered || event.target !== field.current) moveWithin(event, field.current, results.current)
  })

  // Enter in the field opens the first form, and the arrow goes to it, once what was typed is answered.
  const waiting = useRef<'Enter' | 'ArrowDown'>(undefined)
  const first = found?.[0]?.id
  useEffect(() => {
    if (!isAnswered) return
    const key = waiting.current
    waiting.current = undefined
    if (key === 'ArrowDown') results.current?.querySelector('a')?.focus()
    if (key === 'Enter' && first) go({ view: 'form', id: first })
  }, [isAnswered, first, go])

  function onFieldKey(key: string) {
    const isMeant = (key === 'Enter' && text.trim() !== '') || (key === 'ArrowDown' && !isAnswered)
    waiting.current = isMeant ? key : undefined
    if (!isMeant) return
    if (!isAnswered) settle()
    else if (first) go({ view: 'form', id: first })
  }

  function change(next: Filter) {
    keptFilter('find').write(next)
    setFilter(next)
  }

  return (
    <>
      <ViewHeading>{words.heading}</ViewHeading>
      <div className="finder" ref={box}>
        <div className="field">
          <label htmlFor={searchField}>{words.label}</label>
          <span className="hint" id={`${searchField}-hint`}>
            {words.hint}
          </span>
          <input
            id={searchField}
            type="search"
            data-arrival
            ref={field}
            value={text}
            onChange={({ currentTarget }) => {
              searched.write(currentTarget.value)
              setText(currentTarget.value)
            }}
            onKeyDown={({ key }) => onFieldKey(key)}
            aria-describedby={`${searchField}-hint`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={200}
          />
        </div>
        <details className="filtered" open={setParts(filter) > 0 || undefined}>
          <summary>{words.filters(setParts(filter))}</summary>
          <FilterFields filter={filter} onChange={change} />
        </details>
        <div ref={results} className={isAnswered ? 'results' : 'results stale'}>
          <h2 className="vh">{settled ? words.found : words.newest}</h2>
          <p role="status" className="fine">
            {found && isAnswered ? `${settled ? '' : `${words.newest}: `}${words.count(found.length, hasMore ? 'more' : 'all')}` : ''}
          </p>
          {found && attempt !== 'done' && attempt !== 'under-way' ? <ReadingState reading={{ value: undefined, attempt, reread: pages.reread }} /> : null}
          {found ? (
            <ul className="found">
              {found.map((form) => (
                <FoundRow key={form.id} form={form} />
              ))}
            </ul>
          ) : (
            <ReadingState reading={{ value: found, attempt, reread: pages.reread }} />
          )}
          {found?.length === 0 && isAnswered ? <p>{words.none(setParts(filter))}</p> : null}
          {hasMore && isAnswered ? <MoreButton words={{ submit: words.more, busy: words.moreBusy }} onPress={pages.more} /> : null}
        </div>
      </div>
      <KeySetting />
    </>
  )
}
