import { useEffect } from 'react'
import { keptText, nameHere } from '../../../backend/browser-storage.ts'
import type { Place } from '../place.ts'

/** The id of the field that one searches in. */
export const searchField = 'search'

const kept = keptText('browser', nameHere('desk-search-key'))

/** Whoever dictates, or presses keys by mistake, can switch the key off (WCAG 2.1.4). */
export const searchKey = {
  read: (): 'on' | 'off' => (kept.read() === 'off' ? 'off' : 'on'),
  write: (state: 'on' | 'off') => void kept.write(state),
}

/** `/` leads to the search from anywhere on the desk, unless one is typing, or has switched it off. */
export function useSearchKey(go: (place: Place) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || searchKey.read() === 'off') return
      event.preventDefault()
      const field = document.getElementById(searchField)
      if (field) field.focus()
      else go({ view: 'find' })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [go])
}

/** Chips and boxes take no letters. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
