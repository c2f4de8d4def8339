import { useSyncExternalStore } from 'react'
import { keptPayer, type Payer } from '../backend/payer.ts'

const neverChanges = () => () => undefined

/** Whose link has brought this tab here; nobody's while the served page is taken over. */
export function usePayer(): Payer | undefined {
  const isServed = useSyncExternalStore(neverChanges, () => false, () => true)
  return isServed ? undefined : keptPayer()
}
