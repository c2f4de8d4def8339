import { keptText, nameHere } from '../../backend/browser-storage.ts'
import { placeOf, searchOf } from './place.ts'

const kept = keptText('tab', nameHere('desk-place'))

/** Keeps where one is for the way back from signing in. */
export function keepPlace(): void {
  kept.write(searchOf(placeOf(location.search)))
}

/** Goes back to where one was, once, unless the address names a place itself. */
export function returnToPlace(): void {
  const search = kept.read()
  kept.forget()
  if (search && !location.search) history.replaceState(null, '', location.pathname + searchOf(placeOf(search)))
}
