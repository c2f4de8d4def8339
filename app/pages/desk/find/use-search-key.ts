import { useEffect } from 'react'
import type { Place } from '../place.ts'

/** The id of the field that one searches in. */
export const searchField = 'search'

/** `/` leads to the search from anywhere on the desk, unless one is typing. */
export function useSearchKey(go: (place: Place) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
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
