import { createContext, useContext } from 'react'
import type { Searched } from './find/searched.ts'
import type { Place } from './place.ts'

/** Who sits at the desk. */
export interface Person {
  role: 'staff' | 'lead'
  name: string
}

/** How one has come to the desk: with the page, or from a step before it, such as signing in, whose focus is gone. */
export type Entry = 'load' | 'step'

/** What every view of the desk knows. */
export interface Desk {
  person: Person
  place: Place
  /** Opens another view, as an entry of the history. */
  go: (place: Place) => void
  /** Differs once something that the desk shows has changed. */
  mark: string
  /** Asks at once whether something has changed, after an action of one's own. */
  refresh: () => void
  searched: Searched
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('Not on the desk')
  return desk
}
