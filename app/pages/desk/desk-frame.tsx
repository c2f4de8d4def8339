import { useEffect, useMemo, useRef, useState } from 'react'
import { deskConnection, deskFrame as words } from '#words/desk/frame.ts'
import mark from '../../art/mark.svg'
import { Toasts } from '../../ui/toasts.tsx'
import { type Desk, DeskContext, type Entry, type Person } from './desk-context.ts'
import { DeskLink } from './desk-link.tsx'
import { searchedInMemory } from './find/searched.ts'
import { useSearchKey } from './find/use-search-key.ts'
import type { View } from './place.ts'
import { usePlace } from './use-place.ts'
import { usePulse } from './use-pulse.ts'
import { viewOf } from './views.tsx'

interface DeskPageProps {
  person: Person
  /** What the server has said last when somebody was let in. */
  mark: string
  entry: Entry
  onSignOut: () => void
}

/** In the order of use. A form is opened from the others. */
const inNavigation: View[] = ['today', 'find', 'export', 'log', 'people']

/** The desk around its views. */
export function DeskPage({ person, mark: first, entry, onSignOut }: DeskPageProps) {
  const [place, go] = usePlace()
  const { mark: latest, connection, refresh } = usePulse(first)
  const { view, id } = place
  const [searched] = useState(searchedInMemory)
  const desk = useMemo<Desk>(
    () => ({ person, place: id ? { view, id } : { view }, go, mark: latest, refresh, searched }),
    [person, view, id, go, latest, refresh, searched],
  )
  const main = useRef<HTMLElement>(null)
  useArrival(main, nameOf(view, id), entry)
  useEffect(() => {
    document.title = words.title(words.views[view])
  }, [view])
  useSearchKey(go)
  const { Component } = viewOf(view)
  return (
    <DeskContext value={desk}>
      <a className="desk-skip" href="#main">
        {words.skip}
      </a>
      <header className="desk-head">
        <div className="wrap desk-bar">
          <p className="desk-name">
            <img src={mark} alt="" width="28" height="28" />
            {words.name}
          </p>
          <nav aria-label={words.navigation}>
            {inNavigation
              .filter((each) => each !== 'people' || person.role === 'lead')
              .map((each) => (
                <DeskLink key={each} to={{ view: each }} aria-current={each === view ? 'page' : undefined}>
                  {words.views[each]}
                </DeskLink>
              ))}
          </nav>
          <p className="desk-out">
            <button type="button" onClick={onSignOut}>
              {words.signOut}
            </button>
          </p>
        </div>
        {/* Rendered while empty, too: screen readers announce only what changes in a live region. */}
        <div role="status" className="desk-connection">
          {connection === 'lost' ? <p className="wrap">{deskConnection.lost}</p> : null}
        </div>
      </header>
      <main id="main" className="wrap desk" ref={main}>
        <Component key={id ?? view} />
      </main>
      <footer className="wrap desk-foot">
        <p className="fine">{words.signedInAs(person.name, person.role)}</p>
      </footer>
      <Toasts />
    </DeskContext>
  )
}

/** What a browser does on a change of page: scroll, and focus, on the heading or on what the view is there for. */
function useArrival(main: React.RefObject<HTMLElement | null>, place: string, entry: Entry): void {
  const arrived = useRef(entry === 'load' ? place : undefined)
  useEffect(() => {
    if (arrived.current === place) return
    arrived.current = place
    window.scrollTo(0, 0)
    const target = main.current?.querySelector<HTMLElement>('[data-arrival]') ?? main.current?.querySelector('h1')
    target?.focus()
  }, [main, place])
}

const nameOf = (view: View, id: string | undefined) => `${view} ${id}`
